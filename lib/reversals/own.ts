import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { PaymentIdentity } from "./is-reversed";

interface Owner {
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
}

/**
 * Gives reversals that came before their payment to the session that the payment came for, where it waits as an exception:
 * whoever sees the payment sees them and their exceptions too, as if the payment had come first. The caller holds the
 * payment's identity.
 */
export async function ownReversals(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: PaymentIdentity,
  { sessionId, organisationId }: Owner,
): Promise<void> {
  const owner = sql`session_id = ${sessionId}, organisation_id = ${organisationId}`;
  const owned = await sql<{ noticeId: Id<"notice"> }[]>`
    update reversals set ${owner}
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}
      and organisation_id is null
    returning notice_id as "noticeId"`;
  if (owned.length === 0) return;
  // A reversal that names several payments has its exception under the first of them, as its notification.
  const subjects = await sql<{ subject: string }[]>`
    update notices set ${owner} where id = any(${owned.map(({ noticeId }) => noticeId)})
    returning payment_key as subject`;
  await sql`
    update exceptions set ${owner}
    where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and subject = any(${subjects.map(({ subject }) => subject)})
      and notice_id = any(${owned.map(({ noticeId }) => noticeId)})
      and reason = 'reversal' and organisation_id is null`;
}
