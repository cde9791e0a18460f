import type { PendingQuery, Row } from "postgres";
import type { z } from "zod";
import { formatKobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import type { EventData } from "./contract";
import type { TransactionRow } from "./rows";

/** The columns of a transaction that its events contain. */
type EventRow = Omit<TransactionRow, "sessionId" | "bankRef" | "createdAt">;
/** The same with the session's id, which the body contains too. */
export type EventBodyRow = EventRow & Pick<TransactionRow, "sessionId">;

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

/** The text of the body of `transaction.received` (§6) before the session's id, between it and the data, and at the end. */
const ENVELOPE = ['{"event":"transaction.received","session_id":"', '","data":', "}"] as const;

/** Serialises the complete body of `transaction.received` (§6) as JSON text. */
export function serializeEventBody(row: EventBodyRow): string {
  const [start, middle, end] = ENVELOPE;
  return `${start}${row.sessionId}${middle}${serializeEventData(row)}${end}`;
}

/**
 * The SQL expression of the same body, for a statement that finds the session: `sessionId` and `data` are expressions of
 * the session's id and of the text of `serializeEventData`.
 */
export function eventBodyExpression({ sql }: Db, sessionId: PendingQuery<Row[]>, data: PendingQuery<Row[]>) {
  const [start, middle, end] = ENVELOPE;
  return sql`${start}::text || ${sessionId} || ${middle}::text || ${data} || ${end}::text`;
}
