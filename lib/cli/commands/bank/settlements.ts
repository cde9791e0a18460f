import { readFile } from "node:fs/promises";
import { Option } from "@commander-js/extra-typings";
import { formatKobo } from "@/lib/core/money";
import { COMMAND_LINE } from "@/lib/core/scope";
import { defaultMode, PROVIDER_NAMES } from "@/lib/env";
import {
  type ConnectionPoll,
  type ImportResult,
  importProviderSettlements,
  pollSettlements,
} from "@/lib/settlement";
import { type CommandLine, UsageError } from "../../command";
import { filledText } from "../../options";

const provider = new Option("--provider <PROVIDER>", "the bank that settled the payments")
  .choices(PROVIDER_NAMES)
  .makeOptionMandatory();
const mode = new Option("--mode <MODE>", "the default in a live deployment is live").choices([
  "test",
  "live",
]);

/** Adds the command that imports settlements from a file. */
export function addSettlementCommands({ program, report }: CommandLine): void {
  const settlements = program
    .command("settlements")
    .description("Settlements: read from the banks' own lists, or from a file of a bank that reports none.");
  settlements
    .command("fetch")
    .description(
      "Reads the settlements of every bank that can be asked, now. Exits 1 if a bank could not be read.",
    )
    .action(report(async () => toPollOutcome(await pollSettlements({ isForced: true }))));
  settlements
    .command("import")
    .description(
      "Settles the payments that a CSV file lists. Its columns: payment_reference, settlement_reference, settled_on, and amount or net_amount. Exits 1 and imports nothing if a line is not valid.",
    )
    .argument("<FILE>", "the CSV file", filledText)
    .addOption(provider)
    .addOption(mode)
    .option("--preview", "only print what each line would do")
    .action(
      report(async (file, { provider: name, mode: chosen = defaultMode(), preview = false }) => {
        const request = { csv: await readText(file), provider: name, mode: chosen };
        const checked = await importProviderSettlements(COMMAND_LINE, { ...request, preview: true });
        if (preview || checked.invalid.length > 0) return toOutcome(checked);
        return toOutcome(await importProviderSettlements(COMMAND_LINE, { ...request, preview: false }));
      }),
    );
}

/** Reads the file. Throws `UsageError` if it cannot be read. */
function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${thrown.code}`);
  });
}

function toOutcome({ lines, invalid, imported }: ImportResult) {
  const data = {
    imported,
    invalid,
    lines: lines.map(({ payment: _, amount, ...line }) => ({ ...line, amount: formatKobo(amount) })),
  };
  const texts = lines.map(
    ({ line, outcome, detail }) => `Line ${line}: ${outcome}${detail ? `. ${detail}` : ""}`,
  );
  const end = imported ? "The lines are imported." : "Nothing is imported.";
  const text = [...texts, ...invalid.map(({ line, detail }) => `Line ${line}: invalid. ${detail}`), end].join(
    "\n",
  );
  return { data, text, exitCode: invalid.length > 0 ? (1 as const) : (0 as const) };
}

function toPollOutcome(polls: ConnectionPoll[]) {
  const text = polls
    .map(({ provider, applied, problem }) => `${provider}: ${applied} new${problem ? `. ${problem}` : ""}`)
    .join("\n");
  const hasFailed = polls.some(({ problem }) => problem !== null);
  return {
    data: { connections: polls },
    text: text || "No bank of this deployment can be asked for settlements.",
    exitCode: hasFailed ? (1 as const) : (0 as const),
  };
}
