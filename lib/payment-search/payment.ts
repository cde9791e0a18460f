import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import { formatCollectionAccount } from "@/lib/core/format/payer-format";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db, readSnapshot } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { type PaymentRow, paymentRows, toPaymentJson } from "@/lib/transactions";
import { type PaymentDetail, ReportedFacts } from "./contract";
import { readHistory } from "./payment-history";

interface PaymentRef {
  sessionId: Id<"session">;
  transactionId: Id<"transaction">;
}

/** The details of a payment beside its list row. */
export interface PaymentDetails
  extends RowOf<
    typeof transactions,
    | "sequence"
    | "provider"
    | "bankConnectionId"
    | "paidAtIsReceipt"
    | "paymentKey"
    | "createdAt"
    | "settledOn"
  > {
  accountLength: number;
  /** The account or terminal that was paid into. */
  into: string;
  reported: z.output<typeof ReportedFacts>;
}

const REPORTED_COLUMNS = Object.keys(ReportedFacts.shape).map((name) => `t.${name}`);

/**
 * Returns one payment with its history, from one snapshot. Throws `Failure("not_found")` if it is not in the caller's
 * session.
 */
export function getPayment(
  scope: Scope,
  { sessionId, transactionId }: PaymentRef,
): Promise<z.output<typeof PaymentDetail>> {
  return readSnapshot(scope, async (db) => {
    const { version } = await requireSession(db, scope, sessionId);
    const { sequence, into, ...rest } = await readRest(db, { sessionId, transactionId });
    const [row] = await db.sql<PaymentRow[]>`
      ${paymentRows(db)} where t.session_id = ${sessionId} and t.sequence = ${sequence}`;
    if (!row) throw notFound("payment");
    const payment = toPaymentJson(row);
    const steps = await readHistory(db, scope, { sessionId, payment, rest: { ...rest, sequence, into } });
    return {
      version: Number(version),
      payment,
      ...rest.reported,
      created_at: rest.createdAt,
      account_length: rest.accountLength,
      settled_on: rest.settledOn,
      steps,
    };
  });
}

async function readRest({ sql }: Db, { sessionId, transactionId }: PaymentRef): Promise<PaymentDetails> {
  const [rest] = await sql<
    (PaymentDetails & { bank: string | null; account: string | null; terminal: string | null })[]
  >`
    select t.sequence, t.provider, t.bank_connection_id,
      t.paid_at_is_receipt, t.payment_key, t.created_at,
      (select row_to_json(r) from (select ${sql(REPORTED_COLUMNS)}) r) as reported,
      char_length(t.sender_account) as account_length, t.settled_on::text as settled_on,
      s.bank_name as bank, s.account_number as account, t.terminal_id as terminal
    from (select * from transactions where id = ${transactionId} offset 0) t join sessions s using (session_id)
    where t.session_id = ${sessionId}`;
  if (!rest) throw notFound("payment");
  const account = rest.account ? `${rest.bank ?? ""} ${formatCollectionAccount(rest.account)}`.trim() : "";
  return { ...rest, into: rest.terminal ?? account };
}

/**
 * Returns a payer's complete account number and writes an audit entry. Throws `Failure("not_found")` if the payment is
 * not in the caller's session.
 */
export function revealAccount(
  scope: Scope,
  { sessionId, transactionId }: PaymentRef,
): Promise<{ sender_account: string }> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    const [found] = await db.sql<RowOf<typeof transactions, "senderAccount">[]>`
      select t.sender_account from (select * from transactions where id = ${transactionId} offset 0) t
      where t.session_id = ${sessionId}`;
    if (!found) throw notFound("payment");
    await recordAudit(db, scope, { action: "revealed_account", subject: transactionId, sessionId });
    return { sender_account: found.senderAccount };
  });
}
