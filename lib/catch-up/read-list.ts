import {
  type LiveConnection,
  leaseConnection,
  listLiveConnections,
  listPage,
  releaseLeases,
} from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import { Failure, isFailure, retryAfterSeconds } from "@/lib/core/errors/errors";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { beginReading, completeReading, postponeReading, savePage } from "./position";
import { type PageResult, recordPage } from "./record-page";

/** The first wait after a failed reading, doubled by each further one, in seconds; never longer than the interval. */
const BACKOFF_SECONDS = 10;
const DEFAULT_INTERVAL_SECONDS = 300;

/** Lists the live connections whose bank has a list of payments. */
export async function listReadableConnections(): Promise<LiveConnection[]> {
  return (await listLiveConnections()).filter(({ provider }) => provider.listSince);
}

/**
 * Reads the bank's list of each connection whose reading is due, from its watermark, in one process at a time. A reading that
 * was interrupted continues at its page. A failed one is repeated with backoff and stored with its reason. Returns how many
 * payments were found.
 */
export async function readDueLists(): Promise<number> {
  const found = await Promise.all((await listDueConnections()).map(readList));
  return found.reduce((sum, count) => sum + count, 0);
}

/** Lists the connections whose reading is due. */
export async function listDueConnections(): Promise<LiveConnection[]> {
  const connections = await listReadableConnections();
  const waiting = await systemDb().sql<{ id: string }[]>`
    select bank_connection_id as id from bank_polls
    where due_at > clock_timestamp() and bank_connection_id = any(${connections.map(({ id }) => id)})`;
  const isWaiting = new Set(waiting.map(({ id }) => id));
  return connections.filter(({ id }) => !isWaiting.has(id));
}

/** `readDueLists` for one connection. Rejects only if the database is unavailable. */
export async function readList(connection: LiveConnection): Promise<number> {
  if (!(await leaseConnection(connection))) return 0;
  const reading = await beginReading(connection.id);
  if (!reading) return 0;
  const { since, until } = reading;
  let found = 0;
  let cursor = reading.cursor;
  try {
    for (let isComplete = false; !isComplete; ) {
      const { nextCursor, ...result } = await readPage(connection, { since, until, cursor });
      found += result.foundCount;
      cursor = nextCursor;
      await savePage(connection.id, result, nextCursor);
      isComplete = nextCursor === null;
      if (!(await leaseConnection(connection))) return found;
    }
    await completeReading(connection.id, env().bankCatchUpSeconds || DEFAULT_INTERVAL_SECONDS);
    if (found > 0) log.info({ connection: connection.id, found }, "found payments in the bank's list");
  } catch (thrown) {
    await postpone(connection, thrown, cursor !== null);
  }
  return found;
}

/** Reads and records one page. Throws what `listPage` and recording throw. */
async function readPage(
  connection: LiveConnection,
  { since, until, cursor }: { since: Date; until: Date; cursor: string | null },
): Promise<PageResult & { nextCursor: string | null }> {
  const page = await listPage(connection, { since, until, ...(cursor !== null && { cursor }) });
  const { payments, nextCursor = null } = page;
  if (nextCursor !== null && nextCursor === cursor)
    throw new Failure("unavailable", { internal: `${connection.provider.name} lists the same page again` });
  return { ...(await recordPage(connection, payments)), nextCursor };
}

async function postpone(connection: LiveConnection, thrown: unknown, hasCursor: boolean): Promise<void> {
  const reason = describeError(thrown);
  log.warn({ connection: connection.id, internal: reason }, "reading the bank's list of payments failed");
  const [state] = await systemDb().sql<{ failureCount: number }[]>`
    select failure_count from bank_polls where bank_connection_id = ${connection.id}`;
  const interval = env().bankCatchUpSeconds || DEFAULT_INTERVAL_SECONDS;
  const backoff = Math.min(BACKOFF_SECONDS * 2 ** Math.min(state?.failureCount ?? 0, 20), interval);
  await postponeReading(connection.id, {
    reason: isFailure(thrown) ? (thrown.internal ?? thrown.message) : String(reason),
    seconds: Math.max(backoff, retryAfterSeconds(thrown)),
    isRestarted: hasCursor && isFailure(thrown) && thrown.code === "bank_refused",
  });
}

/** A range of a bank's list that the operator of the deployment asks for. */
interface RequestedRange {
  from: Date;
  to: Date;
}

/**
 * Reads a range of a connection's list and records what no notification reported, without moving the watermark. Takes the
 * connection over from the process that asks it, until the end. Returns the number of payments that were listed and found.
 * Throws `Failure("conflict")` if another command takes it over, and what `listPage` throws; repeating the command records
 * nothing twice.
 */
export async function readRange(
  connection: LiveConnection,
  { from, to }: RequestedRange,
): Promise<{ listed: number; found: number }> {
  const total = { listed: 0, found: 0 };
  try {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      if (!(await leaseConnection(connection, { takeOver: cursor === undefined })))
        throw new Failure("conflict", {
          detail: "Another command is reading this list. Try again when it has ended.",
        });
      const page = await readPage(connection, { since: from, until: to, cursor: cursor ?? null });
      total.listed += page.listedCount;
      total.found += page.foundCount;
      cursor = page.nextCursor;
    }
  } finally {
    await releaseLeases();
  }
  return total;
}
