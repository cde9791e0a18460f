import type { z } from "zod";
import { formatKobo } from "@/lib/core/money";
import type { EventData } from "./contract";
import type { TransactionRow } from "./rows";

/** The columns of a transaction that its events contain. */
type EventRow = Omit<TransactionRow, "sessionId" | "bankRef" | "createdAt">;

/**
 * Serialises the `data` of an outgoing event (§6) as JSON text, with the members of `EventData` in their order. Called
 * once per event: every delivery attempt sends the same text.
 */
export function serializeEventData(row: EventRow): string {
  const json: z.input<typeof EventData> = {
    id: row.id,
    amount: formatKobo(row.amount),
    currency: row.currency,
    channel: row.channel,
    status: row.status,
    sender_name: row.senderName,
    sender_account: row.senderAccount,
    sender_bank: row.senderBank,
    narration: row.narration,
    paid_at: row.paidAt.toISOString(),
  };
  return JSON.stringify(json);
}

/** The complete body of `transaction.received` (§6). `insertTransactions` builds the same body in SQL. */
export function serializeEventBody(row: EventRow & Pick<TransactionRow, "sessionId">): string {
  return `{"event":"transaction.received","session_id":"${row.sessionId}","data":${serializeEventData(row)}}`;
}
