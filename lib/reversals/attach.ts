import { readStoredMessage } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type ExceptionSource, openException } from "@/lib/exceptions";
import { type Reversal, reversalException } from "./describe";
import { removeEmptyIdentities } from "./identities";
import type { PaymentIdentity } from "./is-reversed";

interface Recorded {
  transactionId: Id<"transaction">;
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
}

interface StoredNotice {
  /** The first of the payments that it names. */
  subject: string;
  adapterVersion: number;
  body: Buffer;
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
  const notices = await sql<StoredNotice[]>`
    update notices set session_id = ${sessionId}, organisation_id = ${organisationId} where id = any(${noticeIds})
    returning payment_key as subject, adapter_version as "adapterVersion", body`;
  const named = notices.flatMap((notice) => namedBy(provider, notice));
  await sql`
    delete from reversals
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and transaction_id is null
      and payment_key = any(${named}) and notice_id = any(${noticeIds})`;
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'superseded'
    where mode = ${mode} and bank_connection_id = ${bankConnectionId}
      and subject = any(${notices.map(({ subject }) => subject)}) and notice_id = any(${noticeIds})
      and reason = 'reversal' and transaction_id is null and resolved_at is null`;
  for (const reversal of attached) {
    const source: ExceptionSource = { ...reversal, mode, bankConnectionId, provider };
    const details = reversalException(reversal, paymentKey, transactionId);
    await openException(db, source, { ...details, sessionId, organisationId });
  }
  await removeEmptyIdentities(db, identity, named);
}

/** The payments that a reversal may be of, as the adapter that took it read them: it is stored under each. */
function namedBy(
  provider: ExceptionSource["provider"],
  { adapterVersion, body }: StoredNotice,
): readonly string[] {
  const message = readStoredMessage(provider, adapterVersion, body);
  return message.kind === "reversal" ? message.paymentKeys : [];
}
