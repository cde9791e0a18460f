import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import type { EventData } from "../contract";

type Data = z.output<typeof EventData>;

/**
 * Serialises the `data` of an outgoing event (§6) as JSON text, with the members of `EventData` in their order. Called
 * once per event: every delivery attempt sends the same text.
 */
export function serializeEventData(data: Data): string {
  const json: z.input<typeof EventData> = {
    id: data.id,
    amount: formatKobo(data.amount),
    currency: data.currency,
    channel: data.channel,
    status: data.status,
    sender_name: data.sender_name,
    sender_account: data.sender_account,
    sender_bank: data.sender_bank,
    narration: data.narration,
    paid_at: data.paid_at.toISOString(),
  };
  return JSON.stringify(json);
}

/** The complete body of `transaction.received` (§6). `insertTransactions` builds the same body in SQL. */
export function serializeEventBody(data: Data & { session_id: Id<"session"> }): string {
  return `{"event":"transaction.received","session_id":"${data.session_id}","data":${serializeEventData(data)}}`;
}
