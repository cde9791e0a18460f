import { readBooks, systemUrlOf } from "../chaos/books";
import type { StoredTransaction } from "../chaos/checks";
import type { Inbox } from "../chaos/inbox";

/** The settings of a service and of its command line. */
export type Settings = Record<string, string>;

/** What a part of the drill found. */
export interface Findings {
  lines: string[];
  problems: string[];
}

/** What `takings backup` prints. */
export interface BackupReport {
  folder: string;
  taken_at: string;
  rows: number;
  bytes: number;
  sums: { mode: string; status: string; count: number; amount: string }[];
}

/** A backup, and what was known when it was asked for. */
export interface Snapshot extends BackupReport {
  tookMs: number;
  /** The payments of which something was acknowledged before the command began. */
  acknowledged: ReadonlySet<string>;
  /** The slowest answer to a probe while the command ran. */
  slowestMs: number;
}

/** The last backup, and the transactions of the database it is of, read when the load had ended. */
export interface Original {
  snapshot: Snapshot;
  transactions: readonly StoredTransaction[];
}

/** The transactions and events in the database of these settings, which is running. */
export const readLedger = (settings: Settings) =>
  readBooks({ dataDir: settings.DATA_DIR ?? "", databaseUrl: systemUrlOf(settings) });

/** The ids of the events that wait in the database of these settings. */
export async function listPending(settings: Settings): Promise<string[]> {
  const { deliveries } = await readLedger(settings);
  return deliveries.flatMap(({ id, state }) => (state === "pending" ? [id] : []));
}

/** How often the receivers have seen each event. */
export const countSeen = ({ receipts }: Inbox): Map<string, number> =>
  new Map([...receipts].map(([id, { seen }]) => [id, seen]));
