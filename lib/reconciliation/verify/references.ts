import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type Difference, inScope } from "./difference";

/**
 * Checks the stored notifications: the body is the one that arrived, every row that names a notification has it, and
 * what became of the notification exists.
 */
export async function references(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  return [
    ...(await digests(db, sessionId)),
    ...(await outcomes(db, sessionId)),
    ...(await missing(db, sessionId)),
    ...(await reversals(db, sessionId)),
  ];
}

function digests(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'digest of ' || c.id as what, encode(c.digest, 'hex') as kept,
      encode(sha256(c.body), 'hex') as derived
    from notices c where ${inScope(db, sessionId)} and c.digest <> sha256(c.body)
    union all
    select c.session_id, 'provider of ' || c.id, concat_ws(' ', c.provider, c.bank_connection_id), coalesce(b.provider, 'no connection')
    from notices c left join bank_connections b on b.id = c.bank_connection_id
    where ${inScope(db, sessionId)} and b.provider is distinct from c.provider`;
}

/** A fact that another notification reported before has its exception under that one: the payment's key finds it. */
function outcomes(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'outcome of ' || c.id as what, c.outcome as kept, 'no such row' as derived
    from notices c
    where ${inScope(db, sessionId)} and c.outcome = 'recorded' and not exists (
      select from transactions t where t.notice_id = c.id)
    union all
    select c.session_id, 'outcome of ' || c.id, c.outcome, 'no such row'
    from notices c
    where ${inScope(db, sessionId)} and c.outcome in ('exception', 'reversal') and not exists (
      select from exceptions e where e.mode = c.mode and e.bank_connection_id = c.bank_connection_id and e.subject = c.payment_key)
    union all
    select c.session_id, 'outcome of ' || c.id, c.outcome, 'a transaction'
    from notices c join transactions t on t.notice_id = c.id where ${inScope(db, sessionId)} and c.outcome <> 'recorded'
    union all
    select c.session_id, 'outcome of ' || c.id, c.outcome, 'no transaction of ' || c.payment_key
    from notices c where ${inScope(db, sessionId)} and c.outcome = 'status' and not exists (
      select from transactions t where t.session_id = c.session_id and t.mode = c.mode
        and t.bank_connection_id = c.bank_connection_id and t.payment_key = c.payment_key)`;
}

/** Exceptions, reversals and settlement lines: a transaction's own notification is compared value by value elsewhere. */
function missing(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'notification of ' || c.id as what, c.notice_id as kept, coalesce(n.id, 'none') as derived
    from (
      select id, session_id, notice_id, mode, bank_connection_id, provider, created_at as received_at, reason from exceptions
      union all select id, session_id, notice_id, mode, bank_connection_id, null, received_at, null from reversals
      union all select id, null, notice_id, mode, bank_connection_id, null, received_at, null from settlement_lines) c
    left join notices n on n.id = c.notice_id
    where ${inScope(db, sessionId)} and (n.id is null
      or (n.mode, n.bank_connection_id) is distinct from (c.mode, c.bank_connection_id)
      or n.provider <> c.provider or (n.received_at <> c.received_at and c.reason is distinct from 'not_confirmed')
      or c.received_at > clock_timestamp() + interval '1 day')`;
}

/** A reversal names the transaction that is, or was, recorded under its identity. */
function reversals(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'transaction of ' || c.id as what, coalesce(c.transaction_id, 'none') as kept,
      coalesce(p.transaction_id, 'none') as derived
    from reversals c
    left join payments p using (mode, bank_connection_id, payment_key)
    left join transactions t on t.id = c.transaction_id
    where ${inScope(db, sessionId)} and (p.mode is null
      or (c.transaction_id is null and p.transaction_id is not null)
      or (c.transaction_id is not null and (t.mode, t.bank_connection_id, t.payment_key, t.session_id)
        is distinct from (c.mode, c.bank_connection_id, c.payment_key, c.session_id)))`;
}
