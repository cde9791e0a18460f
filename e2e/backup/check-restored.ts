import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { randomFrom } from "@/lib/cli/simulate/random";
import { formatKobo } from "@/lib/core/money";
import type { StoredTransaction } from "../chaos/checks";
import { identityOf } from "../chaos/ledger";
import { runTakings } from "../chaos/system/stored-data";
import type { BackupReport, DrillResult, Original, Settings, Snapshot } from "./findings";

interface Verified {
  sessions: number;
  differences: { what: string }[];
}

interface Refused {
  error?: { code: string; message: string };
}

/** Verifies the database of these settings. */
export async function checkVerified(name: string, settings: Settings): Promise<DrillResult> {
  const { sessions, differences } = await runTakings<Verified>(settings, "verify");
  return {
    lines: [`Verify, ${name}: ${sessions} sessions, ${differences.length} differences.`],
    problems: differences.map((one) => JSON.stringify(one)),
  };
}

/** Asserts that a copy of the backup with one bit of the transactions changed is refused. */
export async function assertAlteredIsRefused(
  { folder }: Snapshot,
  settings: Settings,
  seed: number,
): Promise<DrillResult> {
  const altered = `${folder}-altered`;
  cpSync(folder, altered, { recursive: true });
  const file = path.join(altered, "transactions.copy");
  const bytes = readFileSync(file);
  const random = randomFrom(seed);
  const at = random.whole(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.whole(8)), at);
  writeFileSync(file, bytes);
  const { error } = await runTakings<Refused>(settings, "restore", altered);
  const isRefused = error?.code === "invalid_request" && error.message.includes("transactions.copy");
  return {
    lines: [`Altered: byte ${at} of ${bytes.length} in transactions.copy; ${error?.message ?? "restored"}`],
    problems: isRefused ? [] : ["a backup with an altered byte was not refused for it"],
  };
}

/** Restores the first backup that the running service made by itself in `BACKUP_DIR`; none may be incomplete. */
export async function checkScheduled(directory: string, settings: Settings): Promise<DrillResult> {
  const names = readdirSync(directory).toSorted();
  const first = names.find((name) => name.endsWith("Z"));
  const problems = names.filter((name) => !name.endsWith("Z")).map((name) => `${name} is incomplete`);
  if (!first) return { lines: [], problems: [...problems, "the service made no backup by itself"] };
  const restored = await runTakings<BackupReport & Verified & Refused>(
    settings,
    "restore",
    path.join(directory, first),
  );
  if (restored.error) return { lines: [], problems: [...problems, `restore: ${restored.error.message}`] };
  return {
    lines: [`${names.length} scheduled backups; ${first}: ${restored.rows} rows restored.`],
    problems: [...problems, ...restored.differences.map((one) => JSON.stringify(one))],
  };
}

/** Restores the backup into a new database. */
export async function checkRestored(snapshot: Snapshot, settings: Settings): Promise<DrillResult> {
  const startedAt = performance.now();
  const restored = await runTakings<BackupReport & Verified & Refused>(settings, "restore", snapshot.folder);
  const tookMs = performance.now() - startedAt;
  if (restored.error) return { lines: [], problems: [`restore: ${restored.error.message}`] };
  const problems = restored.differences.map((one) => JSON.stringify(one));
  if (JSON.stringify(restored.sums) !== JSON.stringify(snapshot.sums))
    problems.push(`the sums are ${JSON.stringify(restored.sums)}, not ${JSON.stringify(snapshot.sums)}`);
  const sums = restored.sums.map(({ status, count, amount }) => `${count} ${status} (${amount})`).join(", ");
  if (restored.rows !== snapshot.rows)
    problems.push(`${restored.rows} rows were restored, not ${snapshot.rows}`);
  const lines = [`Restored: ${(tookMs / 1000).toFixed(2)} s, ${restored.rows} rows, ${sums}.`];
  return { lines, problems };
}

/**
 * Compares the transactions of a copy with the original's, with the snapshot's sums and with the acknowledged
 * payments.
 */
export function checkTransactions(
  { snapshot, transactions }: Original,
  copied: readonly StoredTransaction[],
): DrillResult {
  const problems: string[] = [];
  const original = new Map(transactions.map((row) => [row.id, row]));
  for (const { id, amount, sessionId } of copied) {
    const row = original.get(id);
    if (row?.amount !== amount || row.sessionId !== sessionId) problems.push(`${id} is not in the original`);
  }
  const identities = new Set(copied.map(identityOf));
  const missing = [...snapshot.acknowledged].filter((payment) => !identities.has(payment));
  problems.push(
    ...missing.map((payment) => `${payment} was acknowledged before the backup and is not in it`),
  );
  for (const { status, count, amount } of snapshot.sums) {
    const rows = copied.filter((row) => row.status === status);
    const sum = formatKobo(rows.reduce((total, row) => total + row.amount, 0n));
    if (rows.length !== count || sum !== amount)
      problems.push(`${rows.length} ${status} transactions are ${sum} together, not ${count} and ${amount}`);
  }
  const lines = [
    `Copied: ${copied.length} of the original's ${original.size} transactions, sums as in the snapshot; all of the ` +
      `${snapshot.acknowledged.size} payments acknowledged before the backup.`,
  ];
  return { lines, problems };
}
