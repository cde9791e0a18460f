import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { exceptions, reversals } from "@/lib/db/schema";
import type { PaymentIdentity } from "./is-reversed";

interface Owner {
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
}

/**
 * Assigns reversals that arrived before their payment, with their notifications and exceptions, to the session and
 * organisation of the payment's exception, so that its members can see them. The caller has locked the payment's identity.
 */
export async function assignReversalOwner(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: PaymentIdentity,
  { sessionId, organisationId }: Owner,
): Promise<void> {
  const owner = sql`session_id = ${sessionId}, organisation_id = ${organisationId}`;
  const owned = await sql<RowOf<typeof reversals, "notificationId">[]>`
    update reversals set ${owner}
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}
      and organisation_id is null
    returning notification_id`;
  if (owned.length === 0) return;
  // The exception and the notification of a reversal that names several payments are stored under the first key.
  const subjects = await sql<RowOf<typeof exceptions, "correlationKey">[]>`
    update bank_notifications set ${owner} where id = any(${owned.map(({ notificationId }) => notificationId)})
    returning correlation_key`;
  await sql`
    update exceptions set ${owner}
    where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and correlation_key = any(${subjects.map(({ correlationKey }) => correlationKey)})
      and notification_id = any(${owned.map(({ notificationId }) => notificationId)})
      and reason = 'reversal' and organisation_id is null`;
}
