import { Option } from "@commander-js/extra-typings";
import { formatKobo } from "@/lib/core/money";
import { COMMAND_LINE } from "@/lib/core/scope";
import { getOrganisation } from "@/lib/organisations";
import { erasePayer, exportPayer, type Payer } from "@/lib/payers";
import { type CommandLine, UsageError } from "../command";
import { filledText, organisation } from "../options";

const account = new Option("--account <NUMBER>", "the number of the account that paid").argParser(filledText);
const name = new Option("--name <NAME>", "the payer's name, exactly as it is stored").argParser(filledText);

function payerOf(given: { account?: string | undefined; name?: string | undefined }): Payer {
  if (given.account !== undefined && given.name === undefined) return { account: given.account };
  if (given.name !== undefined && given.account === undefined) return { name: given.name };
  throw new UsageError("Give either --account or --name.");
}

/** Adds the commands for the rights of one payer: a copy of the data, and its erasure. */
export function addPayerCommands({ program, print, report }: CommandLine): void {
  const payers = program.command("payers").description("One payer's data in an organisation.");
  payers
    .command("export")
    .description("Prints everything that is stored of a payer, as JSON. Recorded in the audit log.")
    .addOption(organisation)
    .addOption(account)
    .addOption(name)
    .action(
      report(async (input) => {
        const payer = payerOf(input);
        const { organisationId } = await getOrganisation(input);
        const found = await exportPayer({ ...COMMAND_LINE, organisationId }, payer);
        const data = {
          ...found,
          payments: found.payments.map((one) => ({ ...one, amount: formatKobo(one.amount) })),
          exceptions: found.exceptions.map((one) => ({ ...one, amount: formatKobo(one.amount) })),
          expectedPayments: found.expectedPayments.map((one) => ({ ...one, amount: formatKobo(one.amount) })),
        };
        return { data };
      }),
    );
  payers
    .command("erase")
    .description(
      "Erases a payer's name, account and narrations from every record. Amounts, times and references stay. Cannot be undone.",
    )
    .addOption(organisation)
    .addOption(account)
    .addOption(name)
    .addOption(new Option("--yes", "confirms the erasure").makeOptionMandatory())
    .action(
      print(async (input) => {
        const payer = payerOf(input);
        const { organisationId } = await getOrganisation(input);
        return erasePayer({ ...COMMAND_LINE, organisationId }, payer);
      }),
    );
}
