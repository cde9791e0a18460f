import { Option } from "@commander-js/extra-typings";
import { attachAccount, listClosures } from "@/lib/accounts";
import { deploymentConnection, findLiveConnection } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import { COMMAND_LINE } from "@/lib/core/scope";
import { PROVIDER_NAMES } from "@/lib/env";
import type { CommandLine } from "../../command";
import { filledText, id } from "../../options";

const session = new Option("--session <SESSION_ID>", "the live session, ses_…")
  .argParser(id("session"))
  .makeOptionMandatory();
const provider = new Option("--provider <PROVIDER>", "the bank whose notifications name the account")
  .choices(PROVIDER_NAMES)
  .makeOptionMandatory();

/** Adds the commands about collection accounts at the banks. */
export function addAccountCommands({ program, print }: CommandLine): void {
  const accounts = program.command("accounts").description("Collection accounts at the banks.");
  accounts
    .command("attach")
    .description(
      "Attaches an account that exists at a bank to a live session without one. It is never closed at the bank, and serves one open session at a time.",
    )
    .addOption(session)
    .addOption(provider)
    .requiredOption("--number <NUMBER>", "the account's ten digits", filledText)
    .requiredOption("--bank <NAME>", "the name of the bank that holds it", filledText)
    .option(
      "--connection <CONNECTION_ID>",
      "the bank connection; default the deployment's",
      id("bankConnection"),
    )
    .action(
      print(async ({ session: sessionId, provider: name, number, bank, connection: connectionId }) => {
        const connection = await findLiveConnection(connectionId ?? deploymentConnection(name));
        if (connection?.provider.name !== name)
          throw new Failure("conflict", {
            detail: `There is no such connection to ${name}. Add the bank to BANK_PROVIDERS, or name a connection of it.`,
          });
        return attachAccount(COMMAND_LINE, sessionId, { connection, accountNumber: number, bankName: bank });
      }),
    );
  accounts
    .command("closures")
    .description("Lists the accounts of closed events that are still open at their bank, with the reason.")
    .action(print(() => listClosures()));
}
