import { Failure, notFound } from "@/lib/core/errors";
import { type Id, isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { type KeptNotice, parseCredit, recordResolved } from "@/lib/exceptions";
import { recordCredit } from "@/lib/transactions";

type Stored = KeptNotice & {
  credit: unknown;
  resolvedAt: Date | null;
  organisationId: Id<"organisation"> | null;
};

async function findException(exceptionId: string, scope: Scope | undefined): Promise<Stored> {
  const { sql } = systemDb();
  const [stored] = await sql<Stored[]>`
    select n.id as "noticeId", n.mode, n.provider, n.event, n.body, n.signature, n.received_at as "receivedAt",
      e.credit, e.resolved_at as "resolvedAt", e.organisation_id as "organisationId"
    from exceptions e join notices n on n.id = e.notice_id where e.id = ${exceptionId}
      and ${scope ? sql`e.organisation_id = ${scope.organisationId} and e.mode = ${scope.mode}` : sql`true`}`;
  if (!stored) throw notFound("exception");
  return stored;
}

/**
 * Has an exception's money recorded in another open session, by a person's decision: a transaction like any other,
 * with its event. With a scope only that organisation's, and its member stands in the audit log for it. Throws `Failure("not_found")` for either id, `Failure("conflict")` where the exception is resolved,
 * holds no money that can be recorded, or the session is closed or of the other mode.
 */
export async function assignException(
  request: { exceptionId: string; sessionId: string },
  scope?: Scope,
): Promise<{ transactionId: Id<"transaction"> }> {
  const stored = await findException(request.exceptionId, scope);
  if (stored.resolvedAt) throw new Failure("conflict", { detail: "The exception is resolved already." });
  if (!stored.credit)
    throw new Failure("conflict", {
      detail: "The exception holds no payment that could be recorded. Note it instead.",
    });
  const { sessionId } = request;
  if (!isId("session", sessionId)) throw notFound("session");
  const [session] = await systemDb().sql<{ status: string; organisationId: Id<"organisation"> }[]>`
    select status, organisation_id as "organisationId" from session_counters where session_id = ${sessionId} and mode = ${stored.mode}`;
  if (!session || (stored.organisationId && stored.organisationId !== session.organisationId))
    throw notFound("session");
  if (session.status === "closed")
    throw new Failure("conflict", { detail: "The session is closed. Choose an open one." });

  const fate = await recordCredit({ credit: parseCredit(stored.credit), notice: stored, sessionId });
  const transactionId =
    fate.fate === "recorded" ? fate.transactionId : await recordedBefore(stored, sessionId);
  if (!transactionId) {
    throw new Failure("conflict", {
      detail: "The payment is recorded already, or cannot be recorded there. Note the exception instead.",
    });
  }
  await systemTx(async (db) => {
    await db.sql`
      update exceptions set resolved_at = now(), resolution = 'assigned', transaction_id = ${transactionId},
        session_id = coalesce(session_id, ${sessionId}), organisation_id = ${session.organisationId}
      where id = ${request.exceptionId}`;
    if (scope) await recordResolved(db, scope, { ...request, sessionId, resolution: "assigned" });
  });
  return { transactionId };
}

/** The transaction that an earlier, interrupted assignment of this very notice has made in the session. */
async function recordedBefore({ noticeId }: Stored, sessionId: Id<"session">) {
  const [made] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where session_id = ${sessionId} and notice_id = ${noticeId}`;
  return made?.id;
}
