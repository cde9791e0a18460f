import { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { EventData } from "./contract";

type Data = z.output<typeof EventData>;

/** The `data` of an outgoing event (§6) as JSON text: formatted once, frozen for every try. */
export function eventDataText(data: Data): string {
  return JSON.stringify(z.encode(EventData, data));
}

/** The whole body of `transaction.received` (§6). The recording statement puts the same body together in SQL. */
export function eventBody(data: Data & { session_id: Id<"session"> }): string {
  return `{"event":"transaction.received","session_id":"${data.session_id}","data":${eventDataText(data)}}`;
}
