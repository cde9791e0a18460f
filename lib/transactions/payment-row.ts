import type { z } from "zod";
import { displayBankName } from "@/lib/bank";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Channel, TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import { onServerOf } from "@/lib/db/session-state";
import { parseTimestamp } from "@/lib/db/timestamps";
import { type ReturnsRow, returnsColumns, toReturns } from "@/lib/reversals";
import type { PaymentJson } from "./contract";

/** A row of `paymentRows`; if it was read as JSON, dates are strings and bigints are numbers. */
export interface PaymentRow extends ReturnsRow {
  id: Id<"transaction">;
  sequence: bigint | number;
  paidAt: Date | string;
  amount: string;
  senderName: string;
  senderBank: string;
  senderBankName: string;
  accountTail: string;
  narration: string;
  channel: Channel;
  status: TransactionStatus;
  terminalId: string | null;
  position: number | null;
  operatorId: Id<"operator"> | null;
  operatorName: string | null;
  expectedPaymentId: Id<"expectedPayment"> | null;
  orderReference: string | null;
}

/**
 * Selects payments for the dashboard's lists, from `transactions t`; the caller appends the conditions. Only the last four
 * digits of an account number are selected. The names are in camel case, because the live page reads the rows
 * as JSON, whose keys the driver does not convert.
 */
export function paymentRows({ sql }: Pick<Db, "sql">) {
  return sql`
    select t.id, t.sequence, t.paid_at as "paidAt", t.amount::text, t.sender_name as "senderName",
      t.sender_bank as "senderBank", t.sender_bank_name as "senderBankName", case when length(t.sender_account) > 4 then right(t.sender_account, 4) else '' end as "accountTail",
      t.narration, t.channel, t.status, t.terminal_id as "terminalId", place.position, t.operator_id as "operatorId",
      person.name as "operatorName", expected.id as "expectedPaymentId", expected.reference as "orderReference", ${returnsColumns({ sql })}
    from transactions t
    left join terminals place on place.session_id = t.session_id and place.terminal_id = t.terminal_id
    left join operators person on person.session_id = t.session_id and person.id = t.operator_id
    left join expected_payment_matches matched on matched.session_id = t.session_id and matched.sequence = t.sequence
    left join expected_payments expected on expected.id = matched.expected_payment_id
      ${onServerOf({ sql }, "expected.session_id", sql`t.session_id`)}`;
}

/** Serialises the returns of a payment; null if it has no refund, reversal or dispute. */
function toReturnsJson(row: PaymentRow): z.output<typeof PaymentJson>["returns"] {
  const { status, returned, disputeDueAt } = toReturns(BigInt(row.amount), row);
  return status === "none" ? null : { status, returned, dispute_due_at: disputeDueAt };
}

/** Serialises a payment for the dashboard's lists. */
export function toPaymentJson(row: PaymentRow): z.output<typeof PaymentJson> {
  return {
    id: row.id,
    sequence: Number(row.sequence),
    paid_at: typeof row.paidAt === "string" ? parseTimestamp(row.paidAt) : row.paidAt,
    sender_name: row.senderName,
    sender_bank: row.senderBank,
    bank_name: displayBankName(row.senderBank, row.senderBankName),
    account_tail: row.accountTail,
    narration: row.narration,
    channel: row.channel,
    terminal_id: row.terminalId,
    terminal_label: row.position === null ? null : terminalLabel(row.position),
    operator_id: row.operatorId,
    operator_name: row.operatorName,
    status: row.status,
    amount: BigInt(row.amount),
    returns: toReturnsJson(row),
    order:
      row.expectedPaymentId && row.orderReference
        ? { expected_payment_id: row.expectedPaymentId, reference: row.orderReference }
        : null,
  };
}
