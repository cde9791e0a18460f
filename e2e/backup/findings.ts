import type { StoredTransaction } from "../chaos/checks";
import type { Inbox } from "../chaos/inbox";
import { getSystemUrl, readStoredData } from "../chaos/system/stored-data";

/** The settings of a service and of its command line. */
export type Settings = Record<string, string>;

/** The result of a part of the drill. */
export interface DrillResult {
  lines: string[];
  problems: string[];
}

/** The output of `takings backup`. */
export interface BackupReport {
  folder: string;
  taken_at: string;
  rows: number;
  bytes: number;
  sums: { mode: string; status: string; count: number; amount: string }[];
}

/** A backup, and the state when it was started. */
export interface Snapshot extends BackupReport {
  tookMs: number;
  /** The payments with an acknowledgement from before the command. */
  acknowledged: ReadonlySet<string>;
  /** The slowest probe response while the command ran. */
  slowestMs: number;
}

/** The last backup, and the transactions of its source database, read after the load. */
export interface Original {
  snapshot: Snapshot;
  transactions: readonly StoredTransaction[];
}

/** Reads the transactions and events from the running database of these settings. */
export const readLedger = (settings: Settings) =>
  readStoredData({ dataDir: settings.DATA_DIR ?? "", databaseUrl: getSystemUrl(settings) });

/** Lists the ids of the pending events in the database of these settings. */
export async function listPending(settings: Settings): Promise<string[]> {
  const { deliveries } = await readLedger(settings);
  return deliveries.flatMap(({ id, state }) => (state === "pending" ? [id] : []));
}

/** Returns how often the receivers got each event. */
export const countSeen = ({ receipts }: Inbox): Map<string, number> =>
  new Map([...receipts].map(([id, { seen }]) => [id, seen]));
