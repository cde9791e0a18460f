import { Failure, notFound } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import { type Asker, type Scope, scopeIn } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { auditResolution, findNotification, parseCredit, type SavedNotification } from "@/lib/exceptions";
import { isReversed } from "@/lib/reversals";
import { type Recordable, recordReviewed } from "@/lib/transactions";
import { wakeSender } from "@/lib/webhooks";

interface Stored {
  notice: SavedNotification;
  credit: unknown;
  resolvedAt: Date | null;
  organisationId: Id<"organisation"> | null;
}

interface Request {
  exceptionId: string;
  sessionId: string;
}

async function findException(exceptionId: string, scope: Scope | undefined): Promise<Stored> {
  const { sql } = systemDb();
  const [stored] = await sql<(Omit<Stored, "notice"> & { noticeId: Id<"notice"> })[]>`
    select notice_id as "noticeId", credit, resolved_at as "resolvedAt", organisation_id as "organisationId"
    from exceptions where id = ${exceptionId}
      and ${scope ? sql`organisation_id = ${scope.organisationId} and mode = ${scope.mode}` : sql`true`}`;
  const notice = stored && (await findNotification(systemDb(), stored.noticeId));
  if (!notice) throw notFound("exception");
  return { ...stored, notice };
}

const conflict = (detail: string) => new Failure("conflict", { detail });
const RESOLVED = "The exception is resolved already.";

/** What of an exception can be recorded. Throws `Failure("conflict")` where there is nothing. */
function recordableOf({ credit, notice, resolvedAt }: Stored): Recordable {
  if (resolvedAt) throw conflict(RESOLVED);
  const incoming = credit ? { credit: parseCredit(credit), notice } : undefined;
  if (!incoming || incoming.credit.channel === "unsupported" || incoming.credit.currency !== "NGN")
    throw conflict("The exception holds no payment that could be recorded. Note it instead.");
  return incoming as Recordable;
}

/**
 * Has an exception's money recorded in another open session, by a person's decision: a transaction like any other, with
 * its event, in the SQL transaction that resolves the exception. With a scope only that organisation's, and its member
 * stands in the audit log for it. Throws `Failure("not_found")` for either id, `Failure("conflict")` where the exception
 * is resolved meanwhile, holds no money that can be recorded or money that the bank took back, where the payment is
 * recorded already, or the session is closed or of the other mode.
 */
export async function assignException(
  request: Request,
  asker?: Scope | Asker,
): Promise<{ transactionId: Id<"transaction"> }> {
  const stored = await findException(request.exceptionId, scopeIn(asker));
  const incoming = recordableOf(stored);
  const { sessionId } = request;
  if (!isId("session", sessionId)) throw notFound("session");
  const [session] = await systemDb().sql<{ status: string; organisationId: Id<"organisation"> }[]>`
    select status, organisation_id as "organisationId" from session_counters
    where session_id = ${sessionId} and mode = ${stored.notice.mode}`;
  if (!session || (stored.organisationId && stored.organisationId !== session.organisationId))
    throw notFound("session");
  if (session.status === "closed") throw conflict("The session is closed. Choose an open one.");
  const transactionId = await systemTx((db) =>
    assign(
      db,
      { ...incoming, sessionId },
      { ...request, sessionId, organisationId: session.organisationId },
      asker,
    ),
  );
  wakeSender();
  return { transactionId };
}

async function assign(
  db: Db,
  incoming: Recordable,
  to: { exceptionId: string; sessionId: Id<"session">; organisationId: Id<"organisation"> },
  asker: Scope | Asker | undefined,
): Promise<Id<"transaction">> {
  const { credit, notice } = incoming;
  // Recording takes the session's row and the payment's identity first: whoever reverses or records it waits for us.
  const transactionId = await recordReviewed(db, incoming, to.exceptionId);
  if (!transactionId)
    throw conflict(
      "The payment is recorded already, or cannot be recorded there. Note the exception instead.",
    );
  if (await isReversed(db, { ...notice, paymentKey: credit.paymentKey }))
    throw conflict("The bank has taken this payment back. Note the exception instead.");
  const resolved = await db.sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'assigned', transaction_id = ${transactionId},
      session_id = coalesce(session_id, ${to.sessionId}), organisation_id = ${to.organisationId}
    where id = ${to.exceptionId} and resolved_at is null returning id`;
  if (resolved.length === 0) throw conflict(RESOLVED);
  await auditResolution(db, asker, { ...to, resolution: "assigned" });
  return transactionId;
}
