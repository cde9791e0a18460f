import { type Backup, createBackup, type Restoration, restoreBackup, type Sum } from "@/lib/backup";
import { formatKobo } from "@/lib/core/money";
import { PAUSE_ADVICE } from "@/lib/webhooks";
import type { CommandLine, Streams } from "../../command";
import { filledText } from "../../options";
import { formatOutput, toJson } from "../../output";
import { formatVerification } from "./verify";

/** Adds the commands that back up and restore the database. */
export function addBackupCommands({ program, report, streams }: CommandLine): void {
  const { signal } = streams;
  const onTable = progress(streams);
  program
    .command("backup")
    .description("Backs up the database into a new folder, in one snapshot, while the service runs.")
    .argument("<DIR>", "a folder that does not exist yet, or is empty", filledText)
    .action(
      report(async (folder) => {
        const backup = await createBackup({ folder, signal, onTable });
        return { data: { ...backup, sums: backup.sums.map(toSumJson) }, text: formatBackup(backup) };
      }, "as-is"),
    );
  program
    .command("restore")
    .description(
      "Restores a backup into a new database, checks it, and pauses sending: webhooks, alerts, refunds and closings of accounts.",
    )
    .argument("<DIR>", "the folder of a backup", filledText)
    .action(
      report(async (folder) => {
        const restored = await restoreBackup({ folder, signal, onTable });
        const data = { ...restored, sums: restored.sums.map(toSumJson), webhooks: "paused" };
        const text = [
          formatBackup(restored),
          formatVerification(restored),
          `Sending is paused. ${PAUSE_ADVICE}`,
        ].join("\n");
        return { data, text, exitCode: restored.differences.length > 0 ? 1 : 0 };
      }),
    );
}

/** Prints each copied table if stderr is a terminal. */
const progress =
  ({ isTerminal, err }: Streams) =>
  ({ name, rows }: { name: string; rows: number }) => {
    if (isTerminal) err(`${name}: ${rows} rows\n`);
  };

const toSumJson = ({ kobo, ...sum }: Sum) => ({ ...sum, amount: formatKobo(kobo) });

function formatBackup({
  folder: dir,
  takenAt,
  schemaVersion,
  tables,
  rows,
  sums,
}: Backup | Restoration): string {
  const facts = formatOutput({
    Backup: dir,
    "Taken at": toJson(takenAt),
    Schema: schemaVersion,
    Tables: tables,
    Rows: rows,
  });
  return sums.length > 0 ? `${facts}\n\n${formatOutput(sums.map(toSumJson))}\n` : `${facts}\n`;
}
