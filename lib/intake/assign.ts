import { Failure, notFound } from "@/lib/core/errors/errors";
import { type Id, isId } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { exceptions, sessionStates } from "@/lib/db/schema";
import { inScope } from "@/lib/db/session-state";
import { auditResolution, findNotification, parseCredit, type SavedNotification } from "@/lib/exceptions";
import { isReversed } from "@/lib/reversals";
import { type RecordableCredit, recordWithReview } from "@/lib/transactions";
import { wakeSender } from "@/lib/webhooks";

interface Stored extends RowOf<typeof exceptions, "credit" | "resolvedAt" | "organisationId"> {
  notification: SavedNotification;
}

interface Request {
  exceptionId: string;
  sessionId: string;
}

async function findException(caller: Caller, exceptionId: string): Promise<Stored> {
  const db = systemDb();
  const { sql } = db;
  const [stored] = await sql<(Omit<Stored, "notification"> & { notificationId: Id<"notification"> })[]>`
    select notification_id, credit, resolved_at, organisation_id
    from exceptions where id = ${exceptionId} and ${inScope(db, caller)}`;
  const notification = stored && (await findNotification(db, stored.notificationId));
  if (!notification) throw notFound("exception");
  return { ...stored, notification };
}

const conflict = (detail: string) => new Failure("conflict", { detail });
const RESOLVED = "The exception is resolved already.";

/** Returns the exception's payment to record. Throws `Failure("conflict")` if it is resolved or cannot be recorded. */
function toRecordable({ credit, notification, resolvedAt }: Stored): RecordableCredit {
  if (resolvedAt) throw conflict(RESOLVED);
  const incoming = credit ? { credit: parseCredit(credit), notification } : undefined;
  if (!incoming || incoming.credit.channel === "unsupported" || incoming.credit.currency !== "NGN")
    throw conflict("The exception holds no payment that could be recorded. Note it instead.");
  return incoming as RecordableCredit;
}

/**
 * Records an exception's payment in an open session that a member chose: an ordinary transaction with its webhook event,
 * in the SQL transaction that resolves the exception and records it in the audit log. Only an exception in the caller's
 * scope. Throws `Failure("not_found")` for an unknown exception, or a session that is unknown, another
 * organisation's or of the other mode; `Failure("conflict")` if the exception is resolved or has no payment that can be
 * recorded, the bank took the payment back, the payment is already recorded, or the session is closed.
 */
export async function assignException(
  caller: Caller,
  request: Request,
): Promise<{ transactionId: Id<"transaction"> }> {
  const stored = await findException(caller, request.exceptionId);
  const incoming = toRecordable(stored);
  const { sessionId } = request;
  if (!isId("session", sessionId)) throw notFound("session");
  const [session] = await systemDb().sql<RowOf<typeof sessionStates, "status" | "organisationId">[]>`
    select status, organisation_id from session_states
    where session_id = ${sessionId} and mode = ${stored.notification.mode}`;
  if (!session || (stored.organisationId && stored.organisationId !== session.organisationId))
    throw notFound("session");
  if (session.status === "closed") throw conflict("The session is closed. Choose an open one.");
  const transactionId = await systemTx((db) =>
    assign(
      db,
      caller,
      { ...incoming, sessionId },
      { ...request, sessionId, organisationId: session.organisationId },
    ),
  );
  wakeSender();
  return { transactionId };
}

async function assign(
  db: Db,
  caller: Caller,
  incoming: RecordableCredit,
  to: { exceptionId: string; sessionId: Id<"session">; organisationId: Id<"organisation"> },
): Promise<Id<"transaction">> {
  const { credit, notification } = incoming;
  // Recording first locks the session's row and the payment's identity, so concurrent reversals and recordings wait.
  const transactionId = await recordWithReview(db, incoming, to.exceptionId);
  if (!transactionId)
    throw conflict(
      "The payment is recorded already, or cannot be recorded there. Note the exception instead.",
    );
  if (await isReversed(db, { ...notification, paymentKey: credit.paymentKey }))
    throw conflict("The bank has taken this payment back. Note the exception instead.");
  const resolved = await db.sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'assigned', transaction_id = ${transactionId},
      session_id = coalesce(session_id, ${to.sessionId}), organisation_id = ${to.organisationId}
    where id = ${to.exceptionId} and resolved_at is null returning id`;
  if (resolved.length === 0) throw conflict(RESOLVED);
  await auditResolution(db, caller, { ...to, resolution: "assigned" });
  return transactionId;
}
