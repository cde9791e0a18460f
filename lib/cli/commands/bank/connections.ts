import { readFile } from "node:fs/promises";
import { Option } from "@commander-js/extra-typings";
import {
  addConnection,
  allowDeploymentAccount,
  listConnections,
  parseCredentialsText,
  removeConnection,
  rotateConnection,
  SECRET_OVERLAP_MS,
  setBankShare,
  setDefaultConnection,
} from "@/lib/bank-connections";
import { COMMAND_LINE } from "@/lib/core/scope";
import { PROVIDER_NAMES } from "@/lib/env";
import { getOrganisation } from "@/lib/organisations";
import { type CommandLine, UsageError } from "../../command";
import { durationMs, filledText, id, organisation, organisationFilter } from "../../options";

const connection = new Option(
  "--connection <CONNECTION_ID>",
  "the connection, bnk_…, as listed by `connections list`",
)
  .argParser(id("bankConnection"))
  .makeOptionMandatory();
const file = new Option(
  "--file <FILE>",
  "a file with the credentials as lines NAME=VALUE or JSON; without it they are read from stdin",
).argParser(filledText);

/** Reads the file. Throws `UsageError` if it cannot be read. */
function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${thrown.code}`);
  });
}

const ownerOf = async (name: string) => ({
  ...COMMAND_LINE,
  ...(await getOrganisation({ organisation: name })),
});

/** Adds the commands that manage the bank connections of organisations. Credentials are never arguments. */
export function addConnectionCommands({ program, print, streams }: CommandLine): void {
  const readCredentials = async (path: string | undefined) =>
    parseCredentialsText(path === undefined ? await streams.readInput() : await readText(path));
  const connections = program.command("connections").description("The bank connections of organisations.");
  connections
    .command("list")
    .description("Lists the connections of organisations with their webhook addresses, without credentials.")
    .addOption(organisationFilter)
    .action(
      print(async ({ organisation: name }) => {
        const owner = name === undefined ? undefined : await getOrganisation({ organisation: name });
        return listConnections({ organisationId: owner?.organisationId });
      }),
    );
  connections
    .command("add")
    .description(
      "Adds a connection with an organisation's own credentials, which are tried at the bank first.",
    )
    .addOption(organisation)
    .addOption(new Option("--provider <PROVIDER>", "the bank").choices(PROVIDER_NAMES).makeOptionMandatory())
    .addOption(file)
    .action(
      print(async (input) => {
        const scope = { ...(await ownerOf(input.organisation)), mode: "live" as const };
        return addConnection(scope, { ...input, credentials: await readCredentials(input.file) });
      }),
    );
  connections
    .command("rotate")
    .description("Replaces credentials of a connection. The old verifying secret stays valid for an overlap.")
    .addOption(connection)
    .addOption(file)
    .addOption(
      new Option("--overlap <TIME>", "how long the old verifying secret stays valid, such as 1h")
        .argParser(durationMs)
        .default(SECRET_OVERLAP_MS, "72h"),
    )
    .addOption(new Option("--now", "end all old verifying secrets at once").conflicts("overlap"))
    .action(
      print(async ({ connection: connectionId, overlap, now, file: path }) =>
        rotateConnection(COMMAND_LINE, {
          connectionId,
          credentials: await readCredentials(path),
          overlapMs: now ? 0 : overlap,
        }),
      ),
    );
  connections
    .command("default")
    .description("Makes a connection the one at which new live events get their account.")
    .addOption(connection)
    .action(print((input) => setDefaultConnection(COMMAND_LINE, { connectionId: input.connection })));
  connections
    .command("remove")
    .description("Deletes the credentials of a connection; its notifications are refused from then on.")
    .addOption(connection)
    .action(print((input) => removeConnection(COMMAND_LINE, { connectionId: input.connection })));
  addGrantCommands(connections, print);
}

type Connections = ReturnType<CommandLine["program"]["command"]>;

/** Adds the commands about what an organisation may do at the deployment's own connections. */
function addGrantCommands(connections: Connections, print: CommandLine["print"]): void {
  connections
    .command("share")
    .description("Gives an organisation a share at the deployment's bank, for accounts opened from then on.")
    .addOption(organisation)
    .addOption(new Option("--paystack-subaccount <CODE>", "a subaccount, ACCT_…").argParser(filledText))
    .addOption(new Option("--paystack-split-code <CODE>", "a split, SPL_…").argParser(filledText))
    .addOption(
      new Option("--monnify-income-split <FILE>", "a JSON file with the array incomeSplitConfig").argParser(
        filledText,
      ),
    )
    .addOption(new Option("--nomba-sub-account <ID>", "a sub-account").argParser(filledText))
    .option("--none", "end the share")
    .action(
      print(async ({ organisation: name, ...input }) =>
        setBankShare(await ownerOf(name), await readShare(input)),
      ),
    );
  connections
    .command("allow")
    .description("Allows an organisation the deployment's own bank account.")
    .addOption(organisation)
    .option("--revoke", "end the permission")
    .action(
      print(async ({ organisation: name, revoke = false }) =>
        allowDeploymentAccount(await ownerOf(name), !revoke),
      ),
    );
}

interface ShareOptions {
  paystackSubaccount?: string | undefined;
  paystackSplitCode?: string | undefined;
  monnifyIncomeSplit?: string | undefined;
  nombaSubAccount?: string | undefined;
  none?: true | undefined;
}

/** Returns the share that exactly one option describes; null for `--none`. Throws `UsageError`. */
async function readShare(options: ShareOptions): Promise<unknown> {
  if (Object.values(options).filter((value) => value !== undefined).length !== 1)
    throw new UsageError("Give exactly one share, or --none.");
  const { paystackSubaccount, paystackSplitCode, monnifyIncomeSplit, nombaSubAccount } = options;
  if (paystackSubaccount) return { provider: "paystack", subaccount: paystackSubaccount };
  if (paystackSplitCode) return { provider: "paystack", splitCode: paystackSplitCode };
  if (nombaSubAccount) return { provider: "nomba", subAccountId: nombaSubAccount };
  if (monnifyIncomeSplit === undefined) return null;
  try {
    return { provider: "monnify", incomeSplitConfig: JSON.parse(await readText(monnifyIncomeSplit)) };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw new UsageError(`${monnifyIncomeSplit} is not JSON.`);
    throw thrown;
  }
}
