import type { z } from "zod";
import { shownBank } from "@/lib/bank";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { Channel, TransactionStatus } from "@/lib/db/schema";
import { parseTimestamp } from "@/lib/db/timestamps";
import type { LiveRow } from "@/lib/live/contract";

/** A row of `shownPayments`, also where it came as JSON, which knows no dates and no large numbers. */
export interface PaymentRow {
  id: Id<"transaction">;
  number: bigint | number;
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
}

/**
 * Selects payments as the dashboard's lists show them, from `transactions t`; what follows narrows them down. Whole
 * account numbers never leave the database this way.
 */
export function paymentRows({ sql }: Db) {
  return sql`
    select t.id, t.number, t.paid_at as "paidAt", t.amount::text, t.sender_name as "senderName",
      t.sender_bank as "senderBank", t.sender_bank_name as "senderBankName", case when length(t.sender_account) > 4 then right(t.sender_account, 4) else '' end as "accountTail",
      t.narration, t.channel, t.status, t.terminal_id as "terminalId", place.position, t.operator_id as "operatorId",
      person.name as "operatorName"
    from transactions t
    left join terminals place on place.session_id = t.session_id and place.terminal_id = t.terminal_id
    left join operators person on person.session_id = t.session_id and person.id = t.operator_id`;
}

/** A payment as the dashboard's lists show it. */
export function toPaymentJson(row: PaymentRow): z.output<typeof LiveRow> {
  return {
    id: row.id,
    number: Number(row.number),
    paid_at: typeof row.paidAt === "string" ? parseTimestamp(row.paidAt) : row.paidAt,
    sender_name: row.senderName,
    sender_bank: row.senderBank,
    bank_name: shownBank(row.senderBank, row.senderBankName),
    account_tail: row.accountTail,
    narration: row.narration,
    channel: row.channel,
    terminal_id: row.terminalId,
    terminal_label: row.position === null ? null : terminalLabel(row.position),
    operator_id: row.operatorId,
    operator_name: row.operatorName,
    status: row.status,
    amount: BigInt(row.amount),
  };
}
