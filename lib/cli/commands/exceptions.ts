import { Option } from "@commander-js/extra-typings";
import { formatKobo } from "@/lib/core/money";
import { COMMAND_LINE } from "@/lib/core/scope";
import { dismissException, listExceptions } from "@/lib/exceptions";
import { acceptSettlement, assignException } from "@/lib/intake";
import { getOrganisation } from "@/lib/organisations";
import type { CommandLine } from "../command";
import { filledText, id, organisationFilter } from "../options";

const exception = new Option("--exception <EXCEPTION_ID>", "the exception, exc_…")
  .argParser(id("exception"))
  .makeOptionMandatory();

/** Adds the commands that list and resolve exceptions. */
export function addExceptionCommands({ program, print }: CommandLine): void {
  const exceptions = program.command("exceptions").description("Payments that need a decision.");
  exceptions
    .command("list")
    .description("Lists exceptions, newest first. Some belong to no organisation.")
    .addOption(organisationFilter)
    .option("--all", "include resolved exceptions")
    .action(
      print(async ({ organisation: name, all }) => {
        const owner = name === undefined ? undefined : await getOrganisation({ organisation: name });
        const found = await listExceptions({ organisation: owner?.organisationId, open: !all });
        return found.map((one) => ({
          ...one,
          amount: formatKobo(one.amount),
          recordedAmount: one.recordedAmount === null ? null : formatKobo(one.recordedAmount),
        }));
      }),
    );
  exceptions
    .command("assign")
    .description("Records the payment of an exception in an open session.")
    .addOption(exception)
    .requiredOption("--session <SESSION_ID>", "the session, ses_…", id("session"))
    .action(
      print(({ exception: exceptionId, session: sessionId }) =>
        assignException(COMMAND_LINE, { exceptionId, sessionId }),
      ),
    );
  exceptions
    .command("note")
    .description("Resolves an exception with a note, or marks its money to be returned.")
    .addOption(exception)
    .requiredOption("--note <TEXT>", "what was decided", filledText)
    .option("--to-return", "the money is to be returned to its payer")
    .option("--accept", "the bank's settlement line is right: settle the payment by it")
    .action(
      print(async ({ exception: exceptionId, note, toReturn, accept }) => {
        if (accept) {
          await acceptSettlement(COMMAND_LINE, { exceptionId, note });
          return { exceptionId, resolution: "accepted" };
        }
        const resolution = toReturn ? "to_refund" : "dismissed";
        await dismissException(COMMAND_LINE, { exceptionId, note, resolution });
        return { exceptionId, resolution };
      }),
    );
}
