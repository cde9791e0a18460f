import { Option } from "@commander-js/extra-typings";
import { attachAccount, listClosures, setAccountQuota } from "@/lib/accounts";
import { deploymentConnection, findLiveConnection } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import { COMMAND_LINE } from "@/lib/core/scope";
import { PROVIDER_NAMES } from "@/lib/env";
import { getOrganisation } from "@/lib/organisations";
import { type CommandLine, UsageError } from "../../command";
import { filledText, id, organisation, wholeNumber } from "../../options";

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
  accounts
    .command("quota")
    .description("Limits how many open live events of an organisation may have a collection account.")
    .addOption(organisation)
    .addOption(new Option("--limit <NUMBER>", "the quota").argParser(wholeNumber(0, 1_000_000)))
    .addOption(new Option("--none", "any number").conflicts("limit"))
    .action(
      print(async ({ organisation: name, limit, none = false }) => {
        if (limit === undefined && !none) throw new UsageError("Name the quota with --limit, or --none.");
        const owner = await getOrganisation({ organisation: name });
        return setAccountQuota({ ...COMMAND_LINE, ...owner }, limit ?? null);
      }),
    );
}
