import type { z } from "zod";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import type { DeliveryOutcomes } from "../contract";
import { OUTCOME_BY_STATE } from "./list";
import type { DeliveryKey } from "./replay";

/**
 * Counts the outcomes of selected events, to show the progress of sending them again. Events that are not the caller's are
 * left out.
 */
export async function countOutcomes(
  { organisationId, mode }: Scope,
  selected: readonly DeliveryKey[],
): Promise<z.output<typeof DeliveryOutcomes>> {
  const rows = await asOrganisation(
    organisationId,
    async ({ sql }) => sql<(RowOf<typeof webhookDeliveries, "state"> & { count: number })[]>`
      with selected as (
        select distinct * from json_to_recordset(${JSON.stringify(selected)}::json) as selected ("sessionId" text, id text)
      )
      select d.state, count(*)::int as count
      from selected join webhook_deliveries d on d.session_id = selected."sessionId" and d.id = selected.id
      where d.organisation_id = ${organisationId} and d.mode = ${mode}
      group by d.state`,
  );
  const counts = { delivered: 0, waiting: 0, failed: 0 };
  for (const { state, count } of rows) counts[OUTCOME_BY_STATE[state]] += count;
  return counts;
}
