import { type Backup, createBackup, type Restoration, restoreBackup, type Sum } from "@/lib/backup";
import { formatKobo } from "@/lib/core/money";
import { command, type Streams } from "../command";
import { filledText, positional } from "../options";
import { layOut, toWire } from "../output";
import { verdictOf } from "./verify";

const folder = (help: string) => positional("DIR", help, filledText);

/** Backs the database up and restores it. */
export const backupCommands = [
  command({
    name: "backup",
    summary: "Backs the database up into a new folder, in one snapshot, while the service runs.",
    options: { dir: folder("a folder that does not exist yet, or is empty") },
    database: "as-is",
    run: async ({ dir }, streams) => {
      const backup = await createBackup({ folder: dir, signal: streams.signal, onTable: progress(streams) });
      const data = { ...backup, sums: backup.sums.map(present) };
      return { data, text: described(backup) };
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
      const data = { ...restored, sums: restored.sums.map(present), webhooks: "paused" };
      const text = [
        described(restored),
        verdictOf(restored),
        "Sending of webhooks is paused. Where no other copy sends them any more, run: takings deliver --resume",
      ].join("\n");
      return { data, text, exitCode: restored.differences.length > 0 ? 1 : 0 };
    },
  }),
];

/** Prints each table on a terminal. */
const progress =
  ({ drawable, err }: Streams) =>
  ({ name, rows }: { name: string; rows: number }) => {
    if (drawable) err(`${name}: ${rows} rows\n`);
  };

const present = ({ kobo, ...sum }: Sum) => ({ ...sum, amount: formatKobo(kobo) });

function described({
  folder: dir,
  takenAt,
  schemaVersion,
  tables,
  rows,
  sums,
}: Backup | Restoration): string {
  const facts = layOut({
    Backup: dir,
    "Taken at": toWire(takenAt),
    Schema: schemaVersion,
    Tables: tables,
    Rows: rows,
  });
  return sums.length > 0 ? `${facts}\n\n${layOut(sums.map(present))}\n` : `${facts}\n`;
}
