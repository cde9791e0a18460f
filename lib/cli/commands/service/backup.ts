import { type Backup, createBackup, type Restoration, restoreBackup, type Sum } from "@/lib/backup";
import { formatKobo } from "@/lib/core/money";
import { command, type Streams } from "../../command";
import { filledText, positional } from "../../options";
import { formatOutput, toJson } from "../../output";
import { formatVerification } from "./verify";

const folder = (help: string) => positional("DIR", help, filledText);

/** Commands that back up and restore the database. */
export const backupCommands = [
  command({
    name: "backup",
    summary: "Backs the database up into a new folder, in one snapshot, while the service runs.",
    options: { dir: folder("a folder that does not exist yet, or is empty") },
    database: "as-is",
    run: async ({ dir }, streams) => {
      const backup = await createBackup({ folder: dir, signal: streams.signal, onTable: progress(streams) });
      const data = { ...backup, sums: backup.sums.map(toSumJson) };
      return { data, text: formatBackup(backup) };
    },
  }),
  command({
    name: "restore",
    summary: "Restores a backup into a new database, checks it, and pauses the sending of webhooks.",
    options: { dir: folder("the folder of a backup") },
    run: async ({ dir }, streams) => {
      const restored = await restoreBackup({
        folder: dir,
        signal: streams.signal,
        onTable: progress(streams),
      });
      const data = { ...restored, sums: restored.sums.map(toSumJson), webhooks: "paused" };
      const text = [
        formatBackup(restored),
        formatVerification(restored),
        "Sending of webhooks is paused. Where no other copy sends them any more, run: takings deliver --resume",
      ].join("\n");
      return { data, text, exitCode: restored.differences.length > 0 ? 1 : 0 };
    },
  }),
];

/** Prints each copied table if stderr is a terminal. */
const progress =
  ({ drawable, err }: Streams) =>
  ({ name, rows }: { name: string; rows: number }) => {
    if (drawable) err(`${name}: ${rows} rows\n`);
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
