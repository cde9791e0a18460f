import { systemDb } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/connect";
import { BatchQueue } from "@/lib/transactions/recording/batch-queue";
import type { RecordingRow } from "@/lib/transactions/recording/recording-row";

/**
 * Creates the tables of the lean statement with one row for each session that has an account. Every process of the bench
 * may call it.
 */
export async function createLeanTables(): Promise<void> {
  const owner = openClient("owner", { max: 1 });
  await owner.unsafe(`
    create table if not exists lean_sessions (account text primary key, session_id text not null,
      last_sequence bigint not null default 0, amount bigint not null default 0);
    create table if not exists lean_notifications (id text primary key, body bytea not null, signature text not null,
      received_at timestamptz not null);
    create table if not exists lean_payments (payment_key text primary key, id text not null, session_id text not null,
      sequence bigint not null, amount bigint not null, status text not null, sender_name text, sender_account text,
      sender_bank text, narration text, bank_ref text, paid_at timestamptz not null, notification_id text not null);
    create table if not exists lean_deliveries (id text primary key, session_id text not null, payment_id text not null,
      body text not null, due_at timestamptz not null);
    grant select, insert, update on lean_sessions, lean_notifications, lean_payments, lean_deliveries to takings_system`);
  await owner.end();
  // Row-level security hides the sessions from the owner.
  await systemDb().sql`
    insert into lean_sessions (account, session_id)
    select account_number, session_id from sessions where account_number is not null on conflict do nothing`;
}

/** Counts the payments that the lean statement has stored. */
export async function countLeanPayments(): Promise<number> {
  await createLeanTables();
  const [row] = await systemDb().sql<{ count: number }[]>`select count(*)::int as count from lean_payments`;
  return row?.count ?? 0;
}

interface Waiting {
  row: RecordingRow;
  resolve: () => void;
  reject: (thrown: unknown) => void;
}

/**
 * Records payments with a leaner statement that keeps the same promises: durable before the response, each payment once,
 * gapless numbers, and an event that a sender could send. It inserts notification, payment and delivery and adds to one
 * row per session, and nothing else: no totals, terminals, operators, exceptions, settlement or tenants.
 */
export function createLeanRecorder(): (row: RecordingRow) => Promise<void> {
  const queue = new BatchQueue<Waiting>(async (batch) => {
    try {
      await insertLean(batch.map(({ row }, position) => ({ ...row, position })));
      for (const { resolve } of batch) resolve();
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  });
  return (row) => new Promise((resolve, reject) => queue.add({ row, resolve, reject }));
}

const insertLean = (rows: RecordingRow[]) => systemDb().sql`
  with input as materialized (
    select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as a (position int, payment_key text,
      account text, transaction_id text, delivery_id text, notification_id text, amount bigint, status text,
      sender_name text, sender_account text, sender_bank text, narration text, bank_ref text, paid_at timestamptz,
      body text, signature text, received_at timestamptz, event_data text)
  ), fresh as materialized (
    select a.*, row_number() over (partition by account order by position) as nth from input a
    -- A subquery for each row: as a join it keeps the plan for an empty table, which reads the whole of it.
    where (select true from lean_payments p where p.payment_key = a.payment_key) is null
  ), counted as (
    update lean_sessions s set last_sequence = last_sequence + f.count, amount = s.amount + f.amount
    from (select account, count(*) as count, sum(amount) as amount from fresh group by account) f
    where s.account = f.account
    returning s.account, s.session_id, s.last_sequence - f.count as base
  ), notifications as (
    insert into lean_notifications (id, body, signature, received_at)
    select notification_id, decode(body, 'base64'), signature, received_at from fresh
  ), deliveries as (
    insert into lean_deliveries (id, session_id, payment_id, body, due_at)
    select delivery_id, session_id, transaction_id,
      '{"event":"transaction.received","session_id":"' || session_id || '","data":' || event_data || '}', now()
    from fresh join counted using (account)
  )
  insert into lean_payments (payment_key, id, session_id, sequence, amount, status, sender_name, sender_account,
    sender_bank, narration, bank_ref, paid_at, notification_id)
  select payment_key, transaction_id, session_id, base + nth, amount, status, sender_name, sender_account, sender_bank,
    narration, bank_ref, coalesce(paid_at, received_at), notification_id
  from fresh join counted using (account)`;
