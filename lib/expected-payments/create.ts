import type { z } from "zod";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { referenceKey } from "@/lib/core/format/order-reference";
import { type Id, isId, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import { ownSessionCondition, type SessionState } from "@/lib/db/session-state";
import type { KeyedWrite } from "@/lib/idempotency";
import type { CreateExpectedPayment, ExpectedPayment } from "./contract";
import { amountKey, chooseDistinctAmount, requireUnreserved } from "./distinct-amount";
import { watchSession } from "./matching/matcher";
import { type ExpectedPaymentRow, expectedPaymentColumns, toExpectedPaymentJson } from "./rows";

/** The longest time until the expiry, and the longest for which a distinct amount is reserved. */
const MAX_DAYS = 366;
const MAX_RESERVED_DAYS = 7;
const IN_THE_FUTURE = "expires_at must be in the future.";

type Request = z.output<typeof CreateExpectedPayment>;

/**
 * Creates an expected payment of an active session. Only payments recorded from then on are matched with it. Throws
 * `Failure("not_found")`, `Failure("invalid_request")` for an expiry outside its limits, and `Failure("conflict")` if the
 * session is closed, the reference is that of another open expected payment, or no amount is free to reserve.
 */
export async function createExpectedPayment(
  scope: Scope,
  request: Request,
  write?: KeyedWrite<z.output<typeof ExpectedPayment>>,
): Promise<z.output<typeof ExpectedPayment>> {
  const { session_id: sessionId } = request;
  if (!isId("session", sessionId)) throw notFound("session");
  requireExpiry(request);
  const created = await asOrganisationTx(scope.organisationId, async (db) => {
    // Before the session's state row is locked, as the matcher does: the other order would be a deadlock.
    if (request.match_by_amount) await markReserving(db, sessionId);
    const { lastSequence } = await lockActiveSession(db, scope, sessionId);
    await requireFreeReference(db, sessionId, request.reference);
    const amountToPay = await chooseAmount(db, { sessionId, lastSequence }, request);
    await ensureProgress(db, scope, { sessionId, lastSequence });
    // Again, because another request can have created the progress meanwhile. Locks nothing if amounts are reserved already.
    if (request.match_by_amount) await markReserving(db, sessionId);
    const inserted = await insert(db, scope, { ...request, sessionId, amountToPay, lastSequence });
    await write?.storeAnswer(db, inserted);
    return inserted;
  });
  watchSession(sessionId);
  return created;
}

function requireExpiry({ expires_at: expiresAt, match_by_amount: byAmount }: Request): void {
  if (!expiresAt) {
    if (byAmount)
      throw invalid(
        "/expires_at",
        "expires_at is required with match_by_amount: send the time until which the amount is reserved.",
      );
    return;
  }
  const days = byAmount ? MAX_RESERVED_DAYS : MAX_DAYS;
  const left = expiresAt.getTime() - Date.now();
  if (left <= 0) throw invalid("/expires_at", IN_THE_FUTURE);
  if (left > days * DAY_MS) throw invalid("/expires_at", `expires_at must be at most ${days} days from now.`);
}

/**
 * Locks the session's state row, as recording does, so that every payment is recorded either before the creation, with a
 * sequence up to `lastSequence`, or after it.
 */
async function lockActiveSession(db: Db, scope: Scope, sessionId: Id<"session">) {
  const [state] = await db.sql<Pick<SessionState, "status" | "lastSequence">[]>`
    select status, last_sequence from session_states where ${ownSessionCondition(db, scope, sessionId)} for update`;
  if (!state) throw notFound("session");
  if (state.status === "active") return state;
  throw new Failure("conflict", { detail: "The session is closed and takes no more payments." });
}

async function requireFreeReference({ sql }: Db, sessionId: Id<"session">, reference: string): Promise<void> {
  const [open] = await sql`
    select from expected_payments e
    where e.reference_key = ${referenceKey(sessionId, reference)}
      and e.status in ('awaiting', 'underpaid') and coalesce(e.expires_at > clock_timestamp(), true)`;
  if (!open) return;
  throw new Failure("conflict", {
    detail: `An open expected payment of this session has the reference ${reference}. Use another, or wait until it is paid or expired.`,
  });
}

async function chooseAmount(
  db: Db,
  session: { sessionId: Id<"session">; lastSequence: bigint },
  { amount, match_by_amount: byAmount }: Request,
): Promise<bigint> {
  if (byAmount) return chooseDistinctAmount(db, session, amount);
  await requireUnreserved(db, session.sessionId, amount);
  return amount;
}

/** With its first expected payment, a session's transactions are matched from here on. */
async function ensureProgress(
  { sql }: Db,
  { organisationId, mode }: Scope,
  { sessionId, lastSequence }: { sessionId: Id<"session">; lastSequence: bigint },
): Promise<void> {
  await sql`
    insert into expected_payment_progress (session_id, organisation_id, mode, started_after, matched_through, expired_through)
    values (${sessionId}, ${organisationId}, ${mode}, ${lastSequence}, ${lastSequence}, clock_timestamp())
    on conflict do nothing`;
}

/** From the first reserved amount on, the matcher looks amounts up too. */
async function markReserving({ sql }: Db, sessionId: Id<"session">): Promise<void> {
  await sql`
    update expected_payment_progress set reserves_amounts = true where session_id = ${sessionId} and not reserves_amounts`;
}

async function insert(
  db: Db,
  { organisationId, mode }: Scope,
  {
    sessionId,
    amountToPay,
    lastSequence,
    ...request
  }: Request & { sessionId: Id<"session">; amountToPay: bigint; lastSequence: bigint },
) {
  const [row] = await db.sql<ExpectedPaymentRow[]>`
    insert into expected_payments as e (session_id, sequence, id, organisation_id, mode, reference, reference_key, amount,
      amount_to_pay, amount_key, match_by_amount, payer, after_sequence, expires_at, created_at, updated_at)
    select ${sessionId}, coalesce((select max(sequence) from expected_payments where session_id = ${sessionId}), 0) + 1,
      ${newId("expectedPayment")}, ${organisationId}, ${mode}, ${request.reference}, ${referenceKey(sessionId, request.reference)},
      ${request.amount}::bigint, ${amountToPay}::bigint, ${amountKey(sessionId, amountToPay)}, ${request.match_by_amount ?? false}::boolean, ${request.payer ?? null}::text,
      ${lastSequence}::bigint, ${request.expires_at ?? null}::timestamptz, clock_timestamp(), clock_timestamp()
    where coalesce(${request.expires_at ?? null}::timestamptz > clock_timestamp(), true)
    returning ${expectedPaymentColumns(db, true)}`;
  // It has expired while the request waited for the lock.
  if (!row) throw invalid("/expires_at", IN_THE_FUTURE);
  return toExpectedPaymentJson(row);
}
