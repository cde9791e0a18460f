import { readStoredMessage } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type ExceptionSource, openException } from "@/lib/exceptions";
import { needsDecision, type Reversal, toReversalException } from "./describe";
import { removeEmptyIdentities } from "./identities";
import type { PaymentIdentity } from "./is-reversed";

interface Recorded {
  transactionId: Id<"transaction">;
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
}

interface StoredNotification {
  /** The first payment key that the notification names. */
  correlationKey: string;
  adapterVersion: number;
  body: Buffer;
}

type Stored = Reversal & Pick<ExceptionSource, "notificationId" | "receivedAt">;

/**
 * Attaches reversals that arrived before their payment to its transaction, in the SQL transaction that records it. The
 * stored result is the same as if the payment had arrived first. Exceptions about an unknown payment are superseded by
 * exceptions that name the transaction.
 */
export async function attachReversals(
  db: Db,
  identity: PaymentIdentity & Pick<ExceptionSource, "provider">,
  recorded: Recorded,
): Promise<void> {
  const { mode, bankConnectionId, paymentKey, provider } = identity;
  const { transactionId, sessionId, organisationId } = recorded;
  const { sql } = db;
  const attached = await sql<Stored[]>`
    update reversals set transaction_id = ${transactionId}, session_id = ${sessionId}, organisation_id = ${organisationId}
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}
      and transaction_id is null
    returning kind, stage, reference, amount, due_at, notification_id, received_at`;
  if (attached.length === 0) return;
  const notificationIds = attached.map(({ notificationId }) => notificationId);
  const notifications = await sql<StoredNotification[]>`
    update bank_notifications set session_id = ${sessionId}, organisation_id = ${organisationId} where id = any(${notificationIds})
    returning correlation_key, adapter_version, body`;
  const namedKeys = notifications.flatMap((notification) => paymentKeysOf(provider, notification));
  await sql`
    delete from reversals
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and transaction_id is null
      and payment_key = any(${namedKeys}) and notification_id = any(${notificationIds})`;
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'superseded'
    where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and correlation_key = any(${notifications.map(({ correlationKey }) => correlationKey)}) and notification_id = any(${notificationIds})
      and reason = 'reversal' and transaction_id is null and resolved_at is null`;
  for (const reversal of attached.filter(needsDecision)) {
    const source: ExceptionSource = { ...reversal, mode, bankConnectionId, provider };
    const details = toReversalException(reversal, paymentKey, transactionId);
    await openException(db, source, { ...details, sessionId, organisationId });
  }
  await removeEmptyIdentities(db, identity, namedKeys);
}

/** Returns the payment keys that a stored reversal names, read by the adapter version that received it. */
function paymentKeysOf(
  provider: ExceptionSource["provider"],
  { adapterVersion, body }: StoredNotification,
): readonly string[] {
  const message = readStoredMessage(provider, adapterVersion, body);
  return message.kind === "reversal" ? message.paymentKeys : [];
}
