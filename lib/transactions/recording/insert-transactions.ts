import type { PendingQuery, Row } from "postgres";
import { SANDBOX_CONNECTION } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/payment-time";
import { PreparedStatement } from "@/lib/db/prepared-statement";
import { addToTotals } from "@/lib/db/totals";
import {
  type ImmediateSend,
  type ImmediateSendValues,
  immediateSendQueries,
  NO_IMMEDIATE_SEND,
  type RecordedEvent,
  transactionEventTargets,
} from "@/lib/webhooks";
import { creditColumnDefinitions, creditColumnNames } from "../credit-columns";
import { eventBodyExpression } from "../event";
import { sessionJoin } from "./destination";
import type { RecordingRow } from "./recording-row";
import { terminalQueries } from "./terminal-queries";

/** The statement's result for one input row. */
export type InsertOutcome =
  /** The transaction, its totals and its event were written. */
  | "recorded"
  /** Its identity already has a transaction: a repeat, a status update or a contradiction. */
  | "existing"
  /** Its account or device belongs to no session. */
  | "no_destination"
  /** Its session is closed. */
  | "closed"
  /** The assignments or the webhook URL changed while the statement waited for the session: nothing was written, retry. */
  | "retry"
  /** Another SQL transaction has locked its session's state row, and `skipBusy` was set: nothing was written. */
  | "busy";

export interface InsertResult extends RecordedEvent {
  position: number;
  outcome: InsertOutcome;
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
  /** The session's last sequence before the statement; null if its state row was not locked, or by the caller (`only`). */
  lastSequence: bigint | null;
}

export interface WriteOptions {
  immediateSend?: ImmediateSend;
  /** Skip rows whose session's state row is locked, instead of waiting. */
  skipBusy?: boolean;
  /** Also write payments whose identities need review; the caller handles what is already recorded under them. */
  reviewed?: boolean;
  /** The only session of the rows: the caller has locked it and claimed their identities (`by-session.ts`). */
  only?: OnlySession;
}

/** What a statement about one session gets from the statements before it. */
interface OnlySession {
  sessionId: Id<"session">;
  /** The transactions whose payment identities are claimed. */
  claimed: readonly Id<"transaction">[];
  /** The database's time, as it writes it: Citus allows no UPDATE that reads the clock. */
  time: string;
}

/** The query `input`: rows (`RecordingRow[]` as JSON) with the times and the connection by which their destination is found. */
export const inputQuery = (db: Db, rows: string) => db.sql`input as materialized (
      select a.*, coalesce(a.paid_at, a.received_at) as time, ${endOfMoment(db, db.sql`coalesce(a.paid_at, a.received_at)`)} as time_end,
        case when a.mode = 'test' then ${SANDBOX_CONNECTION} else a.bank_connection_id end as account_connection_id
      from json_to_recordset(${rows}::text::json) as a(
        position int, mode text, provider text, bank_connection_id text, payment_key text, account text, account_reference text, devices text[],
        session_id text, transaction_id text, delivery_id text, notification_id text, amount bigint, currency text,
        channel text, status text, ${db.sql.unsafe(creditColumnDefinitions())}, paid_at timestamptz, unconfirmed boolean, is_confirmation_wanted boolean,
        event text, adapter_version int, body text, signature text, received_at timestamptz,
        event_data text, traceparent text)
    )`;

/** The INSERT that saves the notifications of the rows of a query `source`. */
export const saveNotifications = ({ sql }: Db, source: PendingQuery<Row[]>) => sql`
      insert into bank_notifications (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version,
        outcome, correlation_key, body, digest, signature, received_at)
      select notification_id, organisation_id, matched_session_id, mode, provider, bank_connection_id, event, adapter_version, 'recorded',
        payment_key, decode(body, 'base64'), sha256(decode(body, 'base64')), signature, received_at
      from ${source}
      on conflict (id) do update set organisation_id = excluded.organisation_id, session_id = excluded.session_id,
        event = excluded.event, adapter_version = excluded.adapter_version, outcome = excluded.outcome,
        correlation_key = excluded.correlation_key`;

/**
 * The queries that write what follows from payments that are recorded, which `payments` reads from a query `fresh` as `f`: their
 * events, some with a lease, and the confirmations to ask for.
 */
export function queuedQueries(
  db: Db,
  events: ReturnType<typeof immediateSendQueries>,
  recorded: { payments: PendingQuery<Row[]>; createdAt: PendingQuery<Row[]>; hasUnconfirmed: boolean },
) {
  const { sql } = db;
  const { payments, createdAt, hasUnconfirmed } = recorded;
  const unconfirmedPayments = hasUnconfirmed
    ? sql`, unconfirmed_payments as (
      insert into payment_confirmations (session_id, transaction_id, organisation_id, mode, provider, bank_connection_id,
        payment_key, due_at)
      select f.matched_session_id, f.transaction_id, f.organisation_id, f.mode, f.provider, f.bank_connection_id, f.payment_key,
        clock_timestamp()
      from fresh f
      where f.unconfirmed
    )`
    : sql``;
  return sql`${events.leasedEvent}, queued as (
      insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id,
        is_organisation_wide, body, due_at, attempt_count, created_at, traceparent)
      select f.matched_session_id, target.delivery_id, f.organisation_id, f.mode, f.transaction_id, f.status, target.webhook_endpoint_id,
        target.is_organisation_wide, ${eventBodyExpression(db, sql`f.matched_session_id`, sql`f.event_data`)},
        ${events.lease}, ${createdAt}, f.traceparent
      from ${payments}
      cross join lateral (${transactionEventTargets(db, {
        deliveryId: sql`f.delivery_id`,
        sessionEndpointId: sql`f.webhook_endpoint_id`,
        organisationId: sql`f.organisation_id`,
        mode: sql`f.mode`,
      })}) target
      left join leased_event h on h.delivery_id = target.delivery_id
      returning id as delivery_id, body
    )${unconfirmedPayments}`;
}

/**
 * Inserts transactions of different payments in one statement, each atomically and exactly once: the bank notification,
 * the transaction with its gapless sequences, the totals, the outgoing events with their serialised body, and the NOTIFY.
 *
 * Steps: match each row to a session; lock the sessions' state rows, always in the same order; claim the payments'
 * identities; allocate sequences for the claimed ones only, so that a duplicate uses none; insert. The locked state row
 * shows what the statement's snapshot cannot: whether the session was closed, or its assignments or webhook URL changed,
 * concurrently.
 * Events that this process sends immediately are inserted with a lease already taken. An identity that needs review is
 * left to `recordWithReview`.
 */
export function insertTransactions(
  db: Db,
  rows: RecordingRow[],
  { immediateSend = NO_IMMEDIATE_SEND, skipBusy = false, reviewed = false, only }: WriteOptions = {},
): Promise<InsertResult[]> {
  const variant: Variant = {
    hasPosPayments: rows.some(({ channel }) => channel === "pos"),
    // Not a part of the statement about one session; each text that a connection prepares takes megabytes.
    hasUnconfirmed: !only && rows.some(({ unconfirmed }) => unconfirmed),
    skipBusy,
    reviewed,
    isOneSession: only !== undefined,
  };
  return statementOf(variant).execute<InsertResult[]>(db, {
    rows: JSON.stringify(rows),
    leaseMs: immediateSend.leaseMs,
    fullDestinations: JSON.stringify(immediateSend.fullDestinations),
    sessionId: only?.sessionId,
    claimed: JSON.stringify(only?.claimed ?? []),
    time: only?.time,
  });
}

/** What decides the text of the statement. */
interface Variant {
  hasPosPayments: boolean;
  hasUnconfirmed: boolean;
  skipBusy: boolean;
  reviewed: boolean;
  /** The rows are of one session, `sessionId`, with the transactions `claimed` at `time`. */
  isOneSession: boolean;
}

interface StatementValues extends ImmediateSendValues {
  /** JSON. */
  rows: string;
  sessionId: Id<"session"> | undefined;
  /** JSON. */
  claimed: string;
  time: string | undefined;
}

const statements = new Map<string, PreparedStatement<StatementValues>>();

function statementOf(variant: Variant): PreparedStatement<StatementValues> {
  const key = Object.values(variant).join();
  const statement =
    statements.get(key) ??
    new PreparedStatement<StatementValues>((db, values) => compose(db, variant, values));
  statements.set(key, statement);
  return statement;
}

function compose(
  db: Db,
  { hasPosPayments, hasUnconfirmed, skipBusy, reviewed, isOneSession }: Variant,
  values: StatementValues,
): PendingQuery<Row[]> {
  const { sql } = db;
  const events = immediateSendQueries(db, values);
  // On the columns of the tables that are distributed by session, so that the statement meets one server.
  const onlyIn = (column: string) => (isOneSession ? sql`and ${sql(column)} = ${values.sessionId}` : sql``);
  const terminal = terminalQueries(db, hasPosPayments, onlyIn);
  const now = isOneSession ? sql`${values.time}::timestamptz` : sql`clock_timestamp()`;
  const locked = isOneSession
    ? sql`select ${values.sessionId}::text as session_id, 'active'::text as status, null::bigint as assignments_version,
        null::bigint as webhook_version, null::bigint as last_sequence`
    : sql`
      select session_id, status, assignments_version, webhook_version, last_sequence from session_states
      where session_id in (select matched_session_id from matched)
      order by session_id for update ${skipBusy ? sql`skip locked` : sql``}`;
  const newIdentity = isOneSession
    ? sql`select value as transaction_id from json_array_elements_text(${values.claimed}::json)`
    : sql`
      insert into payment_identities as p (mode, bank_connection_id, payment_key, session_id, transaction_id, needs_review)
      select a.mode, a.bank_connection_id, a.payment_key, a.matched_session_id, a.transaction_id, ${reviewed}
      from matched a join locked l on l.session_id = a.matched_session_id
      where l.status = 'active' and coalesce(l.assignments_version = a.seen_assignments_version, true)
        and l.webhook_version = a.webhook_version
      order by a.mode, a.bank_connection_id, a.payment_key
      on conflict (mode, bank_connection_id, payment_key)
        do update set session_id = excluded.session_id, transaction_id = excluded.transaction_id
        where p.transaction_id is null and (excluded.needs_review or not p.needs_review)
      returning p.transaction_id`;
  // What is not distributed by session is written by the caller; nobody listens on another server.
  const others = isOneSession
    ? { queries: sql``, columns: sql`false as is_event_due, null::json as leased_event`, joins: sql`` }
    : {
        queries: sql`, saved_notifications as (${saveNotifications(db, sql`fresh`)}
    ), ${queuedQueries(db, events, {
      payments: sql`fresh f join updated_state c on c.session_id = f.matched_session_id`,
      createdAt: sql`c.created_at`,
      hasUnconfirmed,
    })}, notified as materialized (
      select pg_notify('takings', string_agg(session_id, ' ')) from updated_state having count(*) > 0
      union all ${events.notify}
    )`,
        columns: events.columns,
        joins: sql`${events.joins}
    cross join (select count(*) from notified) w`,
      };
  return sql`
    with ${inputQuery(db, values.rows)}, matched as materialized (
      select a.*, s.session_id as matched_session_id, s.organisation_id, s.webhook_endpoint_id, s.webhook_version,
        ${terminal.pairedTerminal}
      from input a
      ${terminal.pairing}
      ${sessionJoin(db, terminal.pairedSession)}
      ${terminal.seenVersion}
    ), locked as materialized (${locked}), new_identity as (${newIdentity}
    ), fresh as materialized (
      select a.*,
        row_number() over (partition by a.matched_session_id order by a.position) as nth,
        ${terminal.nthAtTerminal} as terminal_nth
      from matched a join new_identity c using (transaction_id)
    ), updated_state as (
      update session_states c
      set last_sequence = c.last_sequence + f.new_count, version = c.version + 1,
        last_created_at = greatest(${now}, c.last_created_at)
      from (select matched_session_id, count(*) as new_count from fresh group by matched_session_id) f
      where c.session_id = f.matched_session_id ${onlyIn("c.session_id")}
      returning c.session_id, c.last_sequence - f.new_count as base, c.last_created_at as created_at
    ), ${terminal.updatedTerminal} inserted_transactions as (
      insert into transactions (session_id, sequence, id, organisation_id, mode, provider, bank_connection_id, payment_key,
        amount, currency, channel, status, ${sql.unsafe(creditColumnNames())}, paid_at, paid_at_is_receipt, created_at, terminal_id, terminal_sequence, operator_id,
        notification_id, is_confirmation_wanted)
      select f.matched_session_id, c.base + f.nth, f.transaction_id, f.organisation_id, f.mode, f.provider, f.bank_connection_id,
        f.payment_key, f.amount, f.currency, f.channel, f.status, ${sql.unsafe(creditColumnNames("f."))}, f.time, f.paid_at is null, c.created_at,
        f.terminal_id, ${terminal.sequenceAndOperator}, f.notification_id, coalesce(f.is_confirmation_wanted, false)
      from fresh f
      join updated_state c on c.session_id = f.matched_session_id
      ${terminal.joins}
      returning session_id, organisation_id, mode, channel, coalesce(terminal_id, '') as terminal_id,
        coalesce(operator_id, '') as operator_id, status, 1 as count, amount
    ), updated_totals as (${addToTotals(db, sql`inserted_transactions`)}
    )${others.queries}
    select a.position, a.matched_session_id as session_id, a.organisation_id, l.last_sequence,
      case
        when f.transaction_id is not null then 'recorded'
        when a.matched_session_id is null then 'no_destination'
        when l.session_id is null then 'busy'
        when l.status = 'closed' then 'closed'
        when l.assignments_version <> a.seen_assignments_version or l.webhook_version <> a.webhook_version then 'retry'
        else 'existing'
      end as outcome,
      ${others.columns}
    from matched a
    left join fresh f using (transaction_id)
    left join locked l on l.session_id = a.matched_session_id
    ${others.joins}`;
}
