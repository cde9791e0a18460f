import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, systemDb } from "@/lib/db/client";

/** A payment as it stands in the books. */
export interface Booked {
  id: Id<"transaction">;
  sessionId: Id<"session">;
  bankConnectionId: Id<"bankConnection">;
  paymentKey: string;
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

interface About {
  bankConnectionId: Id<"bankConnection">;
  /** A payment's key, or something else that no payment has. */
  subject: string;
}

const keyOf = (connection: Id<"bankConnection">, paymentKey: string) => `${connection} ${paymentKey}`;

/**
 * Finds what stands in the organisation's books under these payments, by connection and subject. A payment's
 * identity is looked up for the whole house; only what is the organisation's own is read by it.
 */
export async function findBooks(
  { organisationId, mode }: Scope,
  about: readonly About[],
): Promise<ReadonlyMap<string, Booked>> {
  if (about.length === 0) return new Map();
  const ids = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select p.transaction_id as id
    from unnest(${about.map((one) => one.bankConnectionId)}::text[], ${about.map((one) => one.subject)}::text[])
      as a(bank_connection_id, subject)
    join payments p on p.mode = ${mode} and p.bank_connection_id = a.bank_connection_id and p.payment_key = a.subject
    where p.transaction_id is not null`;
  if (ids.length === 0) return new Map();
  const booked = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<Booked[]>`
      select id, session_id as "sessionId", bank_connection_id as "bankConnectionId", payment_key as "paymentKey", amount, sender_name as "senderName",
        sender_account as "senderAccount", sender_bank as "senderBank", sender_bank_name as "senderBankName", narration,
        bank_ref as "bankRef", status, channel, paid_at as "paidAt"
      from transactions where id = any(${ids.map(({ id }) => id)}) and organisation_id = ${organisationId}`,
  );
  return new Map(booked.map((one) => [keyOf(one.bankConnectionId, one.paymentKey), one]));
}

/** What stands in the books about one of them. */
export function bookedAbout(books: ReadonlyMap<string, Booked>, { bankConnectionId, subject }: About) {
  return books.get(keyOf(bankConnectionId, subject));
}
