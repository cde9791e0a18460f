import { setImmediate as nextTurn } from "node:timers/promises";
import { describeError } from "@/lib/core/errors/describe-error";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { type LoggedCall, toRow } from "./entry";
import { prepareRequestLog } from "./partitions";

type Row = ReturnType<typeof toRow>;

/** Calls that wait to be stored, at most; those beyond it are dropped and counted. About 5 MB at the default page size. */
const MAX_WAITING = 1_000;
/** Characters of their bodies, at most. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Calls per statement. */
const BATCH = 200;
/** Calls that are masked before other work of the process gets its turn: about a millisecond. */
const SLICE = 10;
/** How long a call waits for others of its batch. */
const DELAY_MS = 200;

interface Queue {
  waiting: LoggedCall[];
  bytes: number;
  /** Calls that were dropped since the last report. */
  dropped: number;
  /** The flush that is scheduled or in progress. */
  flushing: Promise<void> | undefined;
  /** Ends when everything is stored that a flush has begun to store. */
  storing: Promise<void>;
}

const queue = singleton<Queue>("request log queue", () => ({
  waiting: [],
  bytes: 0,
  dropped: 0,
  flushing: undefined,
  storing: Promise.resolve(),
}));

const sizeOf = ({ requestBody, responseBody }: LoggedCall) =>
  (requestBody?.length ?? 0) + (responseBody?.length ?? 0);

/**
 * Queues a call for the request log; does nothing if `REQUEST_LOG_DAYS` is 0. It is masked and stored later, with others. If
 * too many wait, the call is dropped, and the log says how many were. Never throws.
 */
export function recordCall(call: LoggedCall): void {
  if (env().requestLogDays === 0) return;
  const size = sizeOf(call);
  if (queue.waiting.length >= MAX_WAITING || queue.bytes + size > MAX_WAITING_BYTES) {
    queue.dropped++;
    return;
  }
  queue.waiting.push(call);
  queue.bytes += size;
  queue.flushing ??= flushSoon();
}

async function flushSoon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS).unref());
  await flush();
}

/** Stores what waits, after what is being stored. Never rejects. */
function flush(): Promise<void> {
  queue.storing = queue.storing.then(storeWaiting);
  return queue.storing;
}

/** Counts calls that could not be stored. */
function drop(count: number, thrown: unknown): void {
  queue.dropped += count;
  log.warn({ internal: describeError(thrown) }, "calls could not be stored in the request log");
}

/** Stores what waits, batch by batch, and reports what was dropped. Never rejects. */
async function storeWaiting(): Promise<void> {
  while (queue.waiting.length > 0) {
    const calls = queue.waiting.splice(0, BATCH);
    for (const call of calls) queue.bytes -= sizeOf(call);
    const rows = await toRows(calls);
    try {
      await store(rows);
    } catch (thrown) {
      drop(rows.length, thrown);
    }
  }
  queue.flushing = undefined;
  if (queue.dropped === 0) return;
  log.warn({ count: queue.dropped }, "calls are missing in the request log");
  queue.dropped = 0;
}

/** Converts calls to rows; drops a call that cannot be converted, and keeps the others. Never rejects. */
async function toRows(calls: readonly LoggedCall[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, call] of calls.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    try {
      rows.push(toRow(call));
    } catch (thrown) {
      drop(1, thrown);
    }
  }
  return rows;
}

async function store(rows: readonly Row[]): Promise<void> {
  try {
    await insert(rows);
  } catch (thrown) {
    if (!isWithoutPartition(thrown)) throw thrown;
    await prepareRequestLog();
    await insert(rows);
  }
}

/** SQLSTATE of a row for which there is no partition. */
const isWithoutPartition = (thrown: unknown) =>
  thrown instanceof Error && "code" in thrown && thrown.code === "23514";

async function insert(rows: readonly Row[]): Promise<void> {
  const { sql } = systemDb();
  await sql`
    insert into request_log (organisation_id, mode, at, id, key_id, key_label, method, path, status, duration_ms, session_id,
      address, request_body, response_body)
    select "organisationId", mode, at, id, "keyId", "keyLabel", method, path, status, "durationMs", "sessionId", address,
      "requestBody", "responseBody"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r("organisationId" text, mode text, at timestamptz, id text,
      "keyId" text, "keyLabel" text, method text, path text, status integer, "durationMs" real, "sessionId" text, address text,
      "requestBody" text, "responseBody" text)
    on conflict do nothing`;
}

/** Stores all calls that wait, before the service ends or a test reads them. Never rejects. */
export function flushRequestLog(): Promise<void> {
  return flush();
}
