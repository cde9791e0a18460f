import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type ExceptionSource, openException } from "@/lib/exceptions";
import { type Reversal, reversalException } from "./describe";
import type { PaymentIdentity } from "./is-reversed";

interface Recorded {
  transactionId: Id<"transaction">;
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
}

type Stored = Reversal & Pick<ExceptionSource, "noticeId" | "receivedAt">;

/**
 * Gives reversals that came before their payment to its transaction, in the SQL transaction that records it: what is
 * stored in the end is what would be if the payment had come first. The exceptions that said the payment is unknown give
 * way to those that name it.
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
    returning kind, stage, reference, amount, notice_id as "noticeId", received_at as "receivedAt"`;
  if (attached.length === 0) return;
  const noticeIds = attached.map(({ noticeId }) => noticeId);
  await sql`
    delete from reversals where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and notice_id = any(${noticeIds}) and transaction_id is null`;
  await sql`
    update notices set session_id = ${sessionId}, organisation_id = ${organisationId} where id = any(${noticeIds})`;
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'superseded'
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and notice_id = any(${noticeIds})
      and reason = 'reversal' and transaction_id is null and resolved_at is null`;
  for (const reversal of attached) {
    const source: ExceptionSource = { ...reversal, mode, bankConnectionId, provider };
    const details = reversalException(reversal, paymentKey, transactionId);
    await openException(db, source, { ...details, sessionId, organisationId });
  }
}
