import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { isStorable } from "@/lib/core/format/text";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { exceptions, transactions } from "@/lib/db/schema";
import { inScope } from "@/lib/db/session-state";
import { auditResolution } from "./audit-resolution";
import { reversedExpression } from "./reversed-expression";

/** An exception for display, without account numbers. */
export interface ExceptionSummary
  extends RowOf<
    typeof exceptions,
    | "id"
    | "organisationId"
    | "mode"
    | "provider"
    | "reason"
    | "amount"
    | "detail"
    | "createdAt"
    | "resolvedAt"
    | "resolution"
    | "note"
  > {
  /** The session that the payment was made to; of an assigned exception, the session that recorded it. */
  sessionId: Id<"session"> | null;
  paymentKey: string;
  /** The recorded amount, if it differs from `amount`. */
  recordedAmount: bigint | null;
  /** Whether the bank took the payment back. */
  isReversed: boolean;
  /** The previous, resolved exception about the same payment. */
  previousId: Id<"exception"> | null;
}

/** Lists exceptions of one organisation or of all, newest first; only open ones by default. */
export async function listExceptions(filter: {
  organisation?: Id<"organisation">;
  open?: boolean;
}): Promise<ExceptionSummary[]> {
  const db = systemDb();
  const { sql } = db;
  const found = await sql<(ExceptionSummary & RowOf<typeof exceptions, "transactionId">)[]>`
    select id, organisation_id, session_id, transaction_id, mode, provider, reason, correlation_key as payment_key, amount,
      recorded_amount, ${reversedExpression(db)} as is_reversed, previous_id, detail,
      created_at, resolved_at, resolution, note
    from exceptions e
    where ${filter.organisation ? sql`organisation_id = ${filter.organisation}` : sql`true`}
      and ${(filter.open ?? true) ? sql`resolved_at is null` : sql`true`}
    order by created_at desc, id desc`;
  const assigned = found.flatMap((one) => (one.resolution === "assigned" ? (one.transactionId ?? []) : []));
  const recorded = await sql<RowOf<typeof transactions, "id" | "sessionId">[]>`
    select id, session_id from transactions where id = any(${assigned}::text[])`;
  const sessionOf = new Map(recorded.map(({ id, sessionId }) => [id, sessionId]));
  return found.map(({ transactionId, ...one }) => {
    const sessionId = one.resolution === "assigned" && transactionId && sessionOf.get(transactionId);
    return sessionId ? { ...one, sessionId } : one;
  });
}

/**
 * Dismisses an exception in the caller's scope with a note, or marks its payment for refund, and records it in the audit
 * log. Throws `Failure("not_found")`, or `Failure("conflict")` if it is already resolved.
 */
export async function dismissException(
  caller: Caller,
  request: { exceptionId: string; note: string; resolution?: "dismissed" | "to_refund" },
): Promise<void> {
  await systemTx((db) => resolveByNote(db, caller, { resolution: "dismissed", ...request }));
}

/** Like `dismissException`, but in the caller's SQL transaction, which can also carry out the decision. */
export async function resolveByNote(
  db: Db,
  caller: Caller,
  request: { exceptionId: string; note: string; resolution: "dismissed" | "to_refund" | "accepted" },
): Promise<void> {
  const { exceptionId, note, resolution } = request;
  if (note.trim() === "" || !isStorable(note))
    throw invalid("/note", "note must not be empty: state the decision.");
  const { sql } = db;
  const isMine = inScope(db, caller);
  const [noted] = await sql<RowOf<typeof exceptions, "sessionId" | "organisationId">[]>`
    update exceptions set resolved_at = now(), resolution = ${resolution}, note = ${note}
    where id = ${exceptionId} and resolved_at is null and ${isMine}
    returning session_id, organisation_id`;
  if (!noted) {
    const [exists] = await sql`select from exceptions where id = ${exceptionId} and ${isMine}`;
    if (!exists) throw notFound("exception");
    throw new Failure("conflict", { detail: "The exception is resolved already." });
  }
  await auditResolution(db, caller, { ...noted, exceptionId, resolution });
}
