import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";

/** An event of any type with the webhook endpoint that it is sent to. */
export interface EventRow
  extends RowOf<
    typeof webhookDeliveries,
    | "id"
    | "sessionId"
    | "eventType"
    | "transactionId"
    | "transactionStatus"
    | "subjectId"
    | "subjectState"
    | "state"
    | "createdAt"
  > {
  endpointId: Id<"webhookEndpoint">;
  url: string;
  endpointName: string;
  isRemoved: boolean;
}

/** The columns of `EventRow`: of the event `d` and its endpoint `e`. */
export const eventColumns = ({ sql }: Db) => sql`
  d.id, d.session_id, d.event_type, d.transaction_id, d.transaction_status, d.subject_id, d.subject_state, d.state,
  d.created_at, e.id as endpoint_id, e.url, e.name as endpoint_name, e.removed_at is not null as is_removed`;
