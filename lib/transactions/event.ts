import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import type { EventData } from "./contract";

type Data = z.output<typeof EventData>;

/**
 * The `data` of an outgoing event (§6) as JSON text, member by member as `EventData` has them: formatted once, frozen
 * for every try.
 */
export function eventDataText(data: Data): string {
  const told: z.input<typeof EventData> = {
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
  return JSON.stringify(told);
}

/** The whole body of `transaction.received` (§6). The recording statement puts the same body together in SQL. */
export function eventBody(data: Data & { session_id: Id<"session"> }): string {
  return `{"event":"transaction.received","session_id":"${data.session_id}","data":${eventDataText(data)}}`;
}
