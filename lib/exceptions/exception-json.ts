import type { z } from "zod";
import { type BankCredit, displayBankName } from "@/lib/bank";
import { getLastFourDigits } from "@/lib/core/format/payer-format";
import type { RowOf } from "@/lib/db/rows";
import type { ExceptionReason, exceptions } from "@/lib/db/schema";
import type { ExceptionRow } from "./contract";
import { parseCredit } from "./credit";
import type { ExceptionEvent, RelatedRecords } from "./recorded-payment";

/** A row of `exceptions`, with the actor who resolved it. */
export interface StoredException
  extends RowOf<
    typeof exceptions,
    | "id"
    | "sessionId"
    | "provider"
    | "reason"
    | "amount"
    | "recordedAmount"
    | "previousId"
    | "detail"
    | "credit"
    | "createdAt"
    | "resolvedAt"
    | "resolution"
    | "note"
    | "transactionId"
  > {
  resolvedBy: string | null;
}

/** Reasons whose payment is not recorded yet and can be assigned to an event. */
const ASSIGNABLE: readonly ExceptionReason[] = ["session_closed", "unknown_destination"];

type Payment = Pick<
  BankCredit,
  "amount" | "senderName" | "senderAccount" | "senderBank" | "senderBankName" | "narration" | "bankRef"
> &
  Pick<BankCredit, "status" | "channel" | "paidAt">;

const toReportedPayment = (payment: Payment) => ({
  amount: payment.amount,
  payer: payment.senderName,
  account_last_four: getLastFourDigits(payment.senderAccount),
  bank: displayBankName(payment.senderBank, payment.senderBankName),
  narration: payment.narration,
  reference: payment.bankRef,
  status: payment.status,
  channel: payment.channel,
  paid_at: payment.paidAt ?? null,
});

const toEventJson = (event: ExceptionEvent | undefined) =>
  event ? { session_id: event.sessionId, name: event.name, closed_at: event.closedAt } : null;

/** Serialises an exception with the recorded transaction of the same payment. */
export function toExceptionJson(
  row: StoredException,
  related: RelatedRecords | undefined,
): z.output<typeof ExceptionRow> {
  const credit = row.credit ? parseCredit(row.credit) : undefined;
  const { recorded: booked, isReversed = false, isAcceptable = false } = related ?? {};
  return {
    id: row.id,
    session_id: row.sessionId,
    reason: row.reason,
    amount: credit || !booked || row.recordedAmount !== null ? row.amount : booked.amount,
    recorded_amount: row.recordedAmount,
    provider: row.provider,
    detail: row.detail,
    notification: credit ? toReportedPayment(credit) : null,
    ledger: booked
      ? { ...toReportedPayment(booked), transaction_id: booked.id, session_id: booked.sessionId }
      : null,
    is_assignable:
      row.resolvedAt === null && credit !== undefined && !isReversed && ASSIGNABLE.includes(row.reason),
    is_reversed: isReversed,
    is_acceptable: isAcceptable,
    previous_id: row.previousId,
    created_at: row.createdAt,
    resolved_at: row.resolvedAt,
    resolution: row.resolution,
    note: row.note,
    resolved_by: row.resolvedBy,
    transaction_id: row.transactionId,
    event: toEventJson(related?.events.get(row.sessionId ?? "")),
    recorded_in: toEventJson(related?.events.get(booked?.sessionId ?? "")),
  };
}
