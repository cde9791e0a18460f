import type { PendingQuery, Row } from "postgres";
import type { Id } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import { isLockTimeout } from "@/lib/db/errors";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates } from "@/lib/db/schema";
import { notifySession } from "@/lib/db/session-state";
import {
  type ImmediateSend,
  immediateSendQueries,
  NO_IMMEDIATE_SEND,
  type RecordedEvent,
} from "@/lib/webhooks";
import { sessionJoin } from "./destination";
import {
  type InsertResult,
  inputQuery,
  insertTransactions,
  queuedQueries,
  saveNotifications,
  type WriteOptions,
} from "./insert-transactions";
import type { RecordingRow } from "./recording-row";

/** The session of an input row, with the version of its assignments from before its pairing was read. */
interface Match {
  position: number;
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
  webhookVersion: State["webhookVersion"];
  webhookEndpointId: Id<"webhookEndpoint"> | null;
}
type State = RowOf<typeof sessionStates, "sessionId" | "status" | "assignmentsVersion" | "webhookVersion">;

/** Sessions that one batch writes at the same time: half of the pool's connections. */
const MAX_CONCURRENT_SESSIONS = 4;

interface Options extends WriteOptions {
  /** How long a statement waits for a lock, as a value of `lock_timeout`; undefined: up to the statement timeout. */
  lockTimeout?: string | undefined;
}

/**
 * Records payments like `insertTransactions`, one session at a time, each in a SQL transaction of its own, for tables that are
 * distributed by session (`DATABASE_DISTRIBUTED`): a statement that writes can meet only one server there. A session whose rows
 * are locked has the outcome `busy` with `skipBusy`. A session that fails has it too if another one was recorded, whose
 * results must not be lost; otherwise the error is thrown.
 */
export async function insertBySession(
  rows: readonly RecordingRow[],
  { lockTimeout, ...options }: Options = {},
): Promise<InsertResult[]> {
  const destinations = await systemTx((db) => findDestinations(db, rows));
  const results: InsertResult[] = rows
    .filter(({ position }) => !destinations.has(position))
    .map(({ position }) => unwritten(position, "no_destination"));
  const failures: { rows: readonly RecordingRow[]; thrown: unknown }[] = [];
  const waiting = [...new Set([...destinations.values()].map(({ match }) => match.sessionId))].sort();
  const insertNext = async () => {
    for (let sessionId = waiting.shift(); sessionId; sessionId = waiting.shift()) {
      const own = rows.filter(({ position }) => destinations.get(position)?.match.sessionId === sessionId);
      const written = insertOwn(own, destinations, { lockTimeout, ...options });
      await written.then(
        (ownResults) => results.push(...ownResults),
        (thrown: unknown) => failures.push({ rows: own, thrown }),
      );
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_SESSIONS }, insertNext));
  const [failure] = failures;
  if (failure && !results.some(({ outcome }) => outcome === "recorded")) throw failure.thrown;
  for (const { position } of failures.flatMap((one) => one.rows))
    results.push(unwritten(position, "busy", destinations.get(position)?.match));
  return results;
}

/** Inserts the rows of one session in a SQL transaction of their own. */
async function insertOwn(
  rows: readonly RecordingRow[],
  destinations: ReadonlyMap<number, Destination>,
  { lockTimeout, ...options }: Options,
): Promise<InsertResult[]> {
  try {
    return await systemTx(async (db) => {
      if (lockTimeout) await db.sql`select set_config('lock_timeout', ${lockTimeout}, true)`;
      return insertIntoSession(db, rows, destinations, options);
    });
  } catch (thrown) {
    if (!options.skipBusy || !isLockTimeout(thrown)) throw thrown;
    return rows.map(({ position }) => unwritten(position, "busy", destinations.get(position)?.match));
  }
}

/** Like `insertBySession` for one payment, in the caller's SQL transaction. */
export async function insertOneBySession(
  db: Db,
  row: RecordingRow,
  options: WriteOptions,
): Promise<InsertResult[]> {
  const destinations = await findDestinations(db, [row]);
  return destinations.size > 0
    ? insertIntoSession(db, [row], destinations, options)
    : [unwritten(row.position, "no_destination")];
}

interface Destination {
  match: Match;
  /** The session's state when the pairings were read. */
  seen: State | undefined;
}

function unwritten(
  position: number,
  outcome: InsertResult["outcome"],
  match?: Pick<Match, "sessionId" | "organisationId">,
): InsertResult {
  const { sessionId = null, organisationId = null } = match ?? {};
  return {
    position,
    outcome,
    sessionId,
    organisationId,
    lastSequence: null,
    isEventDue: false,
    leasedEvent: null,
  };
}

/** Finds the sessions of the rows, by position; a row without a session is missing. */
async function findDestinations(
  db: Db,
  rows: readonly RecordingRow[],
): Promise<ReadonlyMap<number, Destination>> {
  const paired = await findPairedSessions(db, rows);
  const known = rows.map((row) => ({ ...row, session_id: row.session_id ?? paired.get(row.position) }));
  const found = await db.sql<Match[]>`
    with ${inputQuery(db, JSON.stringify(known))}
    select a.position, s.session_id, s.organisation_id, s.webhook_version, s.webhook_endpoint_id from input a ${sessionJoin(db, db.sql`null`)}
    where s.session_id is not null`;
  const ids = [...new Set(found.map(({ sessionId }) => sessionId))];
  const states = await db.sql<State[]>`
    select session_id, status, assignments_version, webhook_version from session_states where session_id = any(${ids}::text[])`;
  const bySession = new Map(states.map((state) => [state.sessionId, state]));
  return new Map(found.map((match) => [match.position, { match, seen: bySession.get(match.sessionId) }]));
}

/** Finds the sessions to which the devices of POS payments are paired at the time of payment, by position. */
async function findPairedSessions(
  db: Db,
  rows: readonly RecordingRow[],
): Promise<ReadonlyMap<number, Id<"session">>> {
  const ofDevices = rows.filter(({ channel, devices }) => channel === "pos" && devices);
  if (ofDevices.length === 0) return new Map();
  const pairings = await db.sql<{ position: number; sessionId: Id<"session"> }[]>`
    with ${inputQuery(db, JSON.stringify(ofDevices))}, device as materialized (
      select a.*, device.name, device.rank from input a, unnest(a.devices) with ordinality as device(name, rank)
    )
    select distinct on (a.position) a.position, p.session_id
    from device a join device_pairings p on p.mode = a.mode and p.device = a.name
      and p.bank_connection_id in (a.bank_connection_id, a.account_connection_id)
      and p.paired_from < a.time_end and (p.paired_to is null or p.paired_to > a.time)
    order by a.position, a.rank, p.paired_from desc`;
  return new Map(pairings.map(({ position, sessionId }) => [position, sessionId]));
}

async function insertIntoSession(
  db: Db,
  rows: readonly RecordingRow[],
  destinations: ReadonlyMap<number, Destination>,
  options: WriteOptions,
): Promise<InsertResult[]> {
  const { skipBusy = false, reviewed = false } = options;
  const [first] = rows;
  const { match, seen } = (first && destinations.get(first.position)) ?? {};
  if (!match) return [];
  const { sessionId } = match;
  const state = await lockState(db, sessionId, skipBusy);
  const lastSequence = state?.lastSequence ?? null;
  const all = (outcome: InsertResult["outcome"]) =>
    rows.map(({ position }) => ({ ...unwritten(position, outcome, match), lastSequence }));
  if (!state) return all("busy");
  if (state.status === "closed") return all("closed");
  if (state.assignmentsVersion !== seen?.assignmentsVersion || state.webhookVersion !== match.webhookVersion)
    return all("retry");
  const own = rows.map((row) => ({ ...row, session_id: sessionId }));
  const claimed = await claimIdentities(db, own, reviewed);
  if (claimed.length === 0) return all("existing");
  await saveClaimed(db, own, claimed, match);
  const only = { sessionId, claimed, time: state.time };
  const inserted = await insertTransactions(db, own, { ...options, skipBusy: false, only });
  const recorded = own.filter(({ transaction_id }) => claimed.includes(transaction_id));
  const queued = await queueEvents(db, recorded, match, state.time, options.immediateSend);
  const results = inserted.map((result) => ({ ...result, lastSequence, ...queued.get(result.position) }));
  await notify(db, sessionId, results);
  return results;
}

/** Inserts what follows from the recorded payments, which is not distributed. Returns their events by position. */
async function queueEvents(
  db: Db,
  rows: readonly RecordingRow[],
  match: Match,
  createdAt: string,
  { leaseMs, fullDestinations }: ImmediateSend = NO_IMMEDIATE_SEND,
): Promise<ReadonlyMap<number, RecordedEvent>> {
  const { sql } = db;
  const events = immediateSendQueries(db, { leaseMs, fullDestinations: JSON.stringify(fullDestinations) });
  const queued = await sql<(RecordedEvent & Pick<InsertResult, "position">)[]>`
    with ${inputQuery(db, JSON.stringify(rows))}, fresh as materialized (
      select a.*, ${match.sessionId}::text as matched_session_id, ${match.organisationId}::text as organisation_id,
        ${match.webhookEndpointId}::text as webhook_endpoint_id
      from input a
    ), ${queuedQueries(db, events, {
      payments: sql`fresh f`,
      createdAt: sql`${createdAt}::timestamptz`,
      hasUnconfirmed: true,
    })}
    select f.position, ${events.columns} from fresh f ${events.joins}`;
  return new Map(queued.map(({ position, ...event }) => [position, event]));
}

/** Notifies the feeds of the session and, for events that wait to be claimed, the senders, when the transaction commits. */
async function notify(db: Db, sessionId: Id<"session">, results: readonly InsertResult[]): Promise<void> {
  await notifySession(db, sessionId);
  if (results.some(({ isEventDue }) => isEventDue)) await db.sql`select pg_notify('takings_events', '')`;
}

async function lockState({ sql }: Db, sessionId: Id<"session">, skipBusy: boolean) {
  const [state] = await sql<(State & { lastSequence: bigint; time: string })[]>`
    select session_id, status, assignments_version, webhook_version, last_sequence,
      greatest(clock_timestamp(), last_created_at)::text as time from session_states
    where session_id = ${sessionId} for update ${skipBusy ? sql`skip locked` : sql``}`;
  return state;
}

/** Claims the payments' identities, which are unique over all sessions. Returns the transactions that have theirs. */
async function claimIdentities(
  db: Db,
  rows: readonly RecordingRow[],
  reviewed: boolean,
): Promise<Id<"transaction">[]> {
  const claimed = await db.sql<{ transactionId: Id<"transaction"> }[]>`
    with ${inputQuery(db, JSON.stringify(rows))}
    insert into payment_identities as p (mode, bank_connection_id, payment_key, session_id, transaction_id, needs_review)
    select mode, bank_connection_id, payment_key, session_id, transaction_id, ${reviewed}::boolean from input
    order by 1, 2, 3
    on conflict (mode, bank_connection_id, payment_key)
      do update set session_id = excluded.session_id, transaction_id = excluded.transaction_id
      where p.transaction_id is null and (excluded.needs_review or not p.needs_review)
    returning p.transaction_id`;
  return claimed.map(({ transactionId }) => transactionId);
}

/** Saves the notifications of the payments that will be recorded: they are not distributed by session. */
async function saveClaimed(
  db: Db,
  rows: readonly RecordingRow[],
  claimed: readonly string[],
  { organisationId }: Match,
): Promise<void> {
  const { sql } = db;
  const source: PendingQuery<Row[]> = sql`(
    select a.*, a.session_id as matched_session_id, ${organisationId}::text as organisation_id from input a
    where a.transaction_id = any(${claimed}::text[])) claimed`;
  await sql`with ${inputQuery(db, JSON.stringify(rows))} ${saveNotifications(db, source)}`;
}
