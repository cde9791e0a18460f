import type { BankSettlement } from "@/lib/bank";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import { type KeptNotice, keepException, keepNotice } from "@/lib/exceptions";
import { markSettled } from "./mark";

interface Claimed {
  paymentKey: string;
  sessionId: Id<"session"> | null;
  transactionId: Id<"transaction"> | null;
}

/** Identities claimed anew can turn out to have been recorded a moment ago, in a session not yet held. */
const ATTEMPTS = 5;

/**
 * Applies a settlement told by notice (§2.7): exactly the listed payments are settled, at the settlement's date, once
 * however often it comes. One that is not recorded yet is settled when it is. A listed payment that failed is an
 * exception. Throws `Failure("unavailable")` where recording kept getting in between; the bank then tells it again.
 */
export async function applySettlement(notice: KeptNotice, settlement: BankSettlement): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await systemTx((db) => tryApply(db, notice, settlement));
    } catch (thrown) {
      if (thrown !== LOST_RACE || attempt === ATTEMPTS) throw thrown;
    }
  }
}

/** Thrown, so that the SQL transaction rolls back, when a payment was recorded between holding and claiming. */
const LOST_RACE = new Failure("unavailable", {
  headers: { "retry-after": "1" },
  internal: "a settlement lost every race with recording",
});

async function tryApply(db: Db, notice: KeptNotice, settlement: BankSettlement): Promise<void> {
  const keys = [...new Set(settlement.payments.map((payment) => payment.paymentKey))].sort();
  const held = await holdSessions(db, notice, keys);
  const claimed = await claim(db, notice, settlement, keys);
  const bySession = new Map<Id<"session">, Id<"transaction">[]>();
  for (const { sessionId, transactionId } of claimed) {
    if (!sessionId || !transactionId) continue;
    if (!held.has(sessionId)) throw LOST_RACE;
    bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), transactionId]);
  }
  for (const [sessionId, transactionIds] of bySession) await markSettled(db, sessionId, transactionIds);
  await keepNotice(db, notice, settlement.reference);
  await reportFailed(db, notice, settlement, keys);
}

/** Locks the counter rows of the sessions these payments are in, in the one order that everybody locks them in. */
async function holdSessions(
  { sql }: Db,
  { mode, provider }: KeptNotice,
  keys: string[],
): Promise<Set<Id<"session">>> {
  const rows = await sql<{ sessionId: Id<"session"> }[]>`
    select session_id as "sessionId" from session_counters
    where session_id in (
      select session_id from payments where mode = ${mode} and provider = ${provider} and payment_key = any(${keys}))
    order by session_id for update`;
  return new Set(rows.map((row) => row.sessionId));
}

/** Writes the settlement under each payment's identity, unless one stands there; answers those written now. */
async function claim(
  { sql }: Db,
  { mode, provider }: KeptNotice,
  { reference, settledOn }: BankSettlement,
  keys: string[],
) {
  return sql<Claimed[]>`
    insert into payments as p (mode, provider, payment_key, settled_on, settlement_reference)
    select ${mode}, ${provider}, payment_key, ${settledOn}::date, ${reference} from unnest(${keys}::text[]) as payment_key
    order by payment_key
    on conflict (mode, provider, payment_key)
      do update set settled_on = excluded.settled_on, settlement_reference = excluded.settlement_reference
      where p.settled_on is null
    returning p.payment_key as "paymentKey", p.session_id as "sessionId", p.transaction_id as "transactionId"`;
}

/** Keeps an exception for each listed payment that the bank had said failed. */
async function reportFailed(
  db: Db,
  notice: KeptNotice,
  settlement: BankSettlement,
  keys: string[],
): Promise<void> {
  const failed = await db.sql<
    { paymentKey: string; sessionId: Id<"session">; organisationId: Id<"organisation"> }[]
  >`
    select t.payment_key as "paymentKey", t.session_id as "sessionId", t.organisation_id as "organisationId"
    from payments p
    join lateral (select * from transactions where id = p.transaction_id limit 1) t on t.session_id = p.session_id
    where p.mode = ${notice.mode} and p.provider = ${notice.provider} and p.payment_key = any(${keys})
      and t.status = 'failed'`;
  for (const payment of failed) {
    await keepException(db, notice, {
      ...payment,
      reason: "settlement_mismatch",
      subject: payment.paymentKey,
      detail: `Settlement ${settlement.reference} lists this payment, which the bank had said failed. Ask the bank which is right.`,
    });
  }
}
