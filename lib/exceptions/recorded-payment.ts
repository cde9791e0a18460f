import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, systemDb } from "@/lib/db/client";
import { isReversed } from "./reversed";

/** A payment as it stands in the books. */
export interface RecordedPayment {
  id: Id<"transaction">;
  sessionId: Id<"session">;
  amount: bigint;
  senderName: string;
  senderAccount: string;
  senderBank: string;
  senderBankName: string;
  narration: string;
  bankRef: string;
  status: string;
  channel: string;
  paidAt: Date;
}

/** What stands beside an exception. */
export interface Related {
  /** Its payment as it is recorded by the same organisation. */
  booked: RecordedPayment | undefined;
  /** Whether the bank has taken its payment back. */
  isReversed: boolean;
  /** Whether it refused a settlement line that a person may still accept. */
  isAcceptable: boolean;
}

interface Looked {
  id: Id<"exception">;
  transactionId: Id<"transaction"> | null;
  isReversed: boolean;
  isAcceptable: boolean;
}

/**
 * Finds what stands beside these exceptions, by their ids. Payments' identities, reversals and settlement lines are
 * looked up for the whole house, as they can be nobody's; only what is the organisation's own is read by it.
 */
export async function findRelated(
  { organisationId }: Scope,
  exceptionIds: readonly Id<"exception">[],
): Promise<ReadonlyMap<Id<"exception">, Related>> {
  if (exceptionIds.length === 0) return new Map();
  const looked = await lookUp(exceptionIds);
  const ids = looked.flatMap(({ transactionId }) => transactionId ?? []);
  const booked = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<RecordedPayment[]>`
      select id, session_id as "sessionId", amount, sender_name as "senderName",
        sender_account as "senderAccount", sender_bank as "senderBank", sender_bank_name as "senderBankName", narration,
        bank_ref as "bankRef", status, channel, paid_at as "paidAt"
      from transactions where id = any(${ids}) and organisation_id = ${organisationId}`,
  );
  const byId = new Map(booked.map((one) => [one.id, one]));
  return new Map(
    looked.map(({ id, transactionId, isAcceptable, ...found }) => {
      const mine = transactionId ? byId.get(transactionId) : undefined;
      return [id, { ...found, booked: mine, isAcceptable: isAcceptable && mine !== undefined }];
    }),
  );
}

async function lookUp(exceptionIds: readonly Id<"exception">[]): Promise<Looked[]> {
  const db = systemDb();
  return db.sql<Looked[]>`
    select e.id, p.transaction_id as "transactionId", ${isReversed(db)} as "isReversed",
      e.resolved_at is null and e.reason = 'settlement_mismatch' and exists (
        select from settlement_lines l join transactions t on t.id = p.transaction_id
        where l.mode = e.mode and l.bank_connection_id = e.bank_connection_id and l.payment_key = e.subject
          and l.notice_id = e.notice_id and l.state = 'refused' and t.status = 'successful'
          and t.settled_on is null) as "isAcceptable"
    from exceptions e
    left join payments p on p.mode = e.mode and p.bank_connection_id = e.bank_connection_id
      and p.payment_key = e.subject
    where e.id = any(${[...exceptionIds]})`;
}
