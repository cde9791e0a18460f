import { setImmediate } from "node:timers/promises";
import { composeErasedBody, ERASED_PAYER, readStoredMessage } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { bankNotifications } from "@/lib/db/schema";
import { isPastRetention } from "@/lib/notification-retention";
import { searchText } from "@/lib/payment-search";
import { type ErasedTransaction, eraseEvents } from "./erase-events";

/**
 * How long the erasure waits for a row that a payment's change has locked. If it waited until PostgreSQL resolves a
 * deadlock, PostgreSQL could end the payment's change; with this limit the erasure fails instead, and is repeated.
 */
const LOCK_TIMEOUT_MS = 100;

/** Bodies that are parsed before the event loop continues with other work: about a millisecond. */
const SLICE = 10;

type Stored = RowOf<typeof bankNotifications, "id" | "provider" | "adapterVersion" | "body">;

/**
 * Erases the payers' names, accounts and narrations from these bank notifications and from everything derived from them:
 * their transactions, search texts, exceptions, outgoing events and the receivers' answers. No amount, status, time or
 * reference changes. What `takings verify` derives from a notification is kept in its body, with the SHA-256 of the body
 * that the bank sent; a dropped body stays dropped. Runs in the caller's SQL transaction. Notifications that are erased
 * already are skipped. Returns how many it has erased. Throws a lock timeout if a row is being changed.
 */
export async function eraseNotifications(db: Db, ids: readonly Id<"notification">[]): Promise<number> {
  const { sql } = db;
  await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`;
  const isDropped = isPastRetention(db, sql`n`);
  const stored = await sql<(Stored & { isDropped: boolean })[]>`
    select id, provider, adapter_version, body, ${isDropped} as is_dropped from bank_notifications n
    where id = any(${[...ids]}::text[]) and (erased_digest is null or ${isDropped})
    order by id for update`;
  if (stored.length === 0) return 0;
  const kept = await composeAll(stored.filter((one) => !one.isDropped));
  await sql`
    update bank_notifications n set body = convert_to(k.body, 'UTF8'), erased_digest = sha256(convert_to(k.body, 'UTF8'))
    from unnest(${kept.map(({ id }) => id)}::text[], ${kept.map(({ body }) => body)}::text[]) as k(id, body)
    where n.id = k.id`;
  const erased = stored.map(({ id }) => id);
  await eraseExceptions(db, erased);
  await eraseEvents(db, await eraseTransactions(db, erased));
  return erased.length;
}

/** Composes what is kept of each body, in slices, so that requests are answered meanwhile. */
async function composeAll(stored: readonly Stored[]) {
  const kept: { id: Id<"notification">; body: string }[] = [];
  for (const { id, provider, adapterVersion, body } of stored) {
    if (kept.length % SLICE === 0) await setImmediate();
    const message = readStoredMessage(provider, adapterVersion, body);
    kept.push({ id, body: composeErasedBody(message, body).toString("utf8") });
  }
  return kept;
}

/** Erases the credits of the exceptions that these notifications opened. */
async function eraseExceptions({ sql }: Db, ids: readonly Id<"notification">[]): Promise<void> {
  await sql`
    update exceptions e set credit = e.credit || ${JSON.stringify(ERASED_PAYER)}::text::jsonb
    from bank_notifications n
    where n.id = any(${[...ids]}::text[]) and e.mode = n.mode and e.bank_connection_id = n.bank_connection_id
      and e.correlation_key = n.correlation_key and e.notification_id = n.id and e.credit is not null`;
}

/** Erases the payers of the transactions that these notifications recorded, and writes their search texts again. */
async function eraseTransactions(db: Db, ids: readonly Id<"notification">[]): Promise<ErasedTransaction[]> {
  const { sql } = db;
  // Materialized: otherwise PostgreSQL can read all transactions to find those of the few retired payments.
  const found = await sql<Pick<ErasedTransaction, "id">[]>`
    with reported as materialized (
      select n.id as notification_id, p.transaction_id from bank_notifications n
      join payment_identities p on p.mode = n.mode and p.bank_connection_id = n.bank_connection_id
        and p.payment_key = n.correlation_key
      where n.id = any(${[...ids]}::text[])
      union
      select n.id, r.transaction_id from bank_notifications n
      join retired_payments r on r.mode = n.mode and r.bank_connection_id = n.bank_connection_id
        and r.payment_key = n.correlation_key
      where n.id = any(${[...ids]}::text[])
    )
    select t.id from reported r
    join transactions t on t.id = r.transaction_id and t.notification_id = r.notification_id`;
  if (found.length === 0) return [];
  const erased = await sql<ErasedTransaction[]>`
    update transactions set sender_name = '', sender_account = '', narration = ''
    where id = any(${found.map(({ id }) => id)}::text[])
    returning session_id, id, amount, currency, channel, sender_name, sender_account, sender_bank, narration, paid_at`;
  await sql`
    update transaction_search s set text = ${searchText(db)}
    from transactions t
    where t.id = any(${erased.map(({ id }) => id)}::text[]) and s.session_id = t.session_id and s.sequence = t.sequence`;
  return erased;
}
