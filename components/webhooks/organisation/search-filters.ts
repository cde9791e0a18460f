import { isId } from "@/lib/core/ids";
import { toKeyOf } from "@/lib/core/keys";
import { EVENT_TYPES, type EventType } from "@/lib/core/transaction";
import {
  type DeliveryOutcome,
  OUTCOMES,
  periodStart,
  SEARCH_PERIODS,
  type SearchPeriod,
} from "@/lib/webhooks/labels";

/** Names of the filters in the URL. */
export const FILTERS = ["q", "outcome", "endpoint", "type", "period"] as const;

/** The filters of the list, as in the page's URL. */
export interface DeliveryFilters {
  q: string;
  outcome: DeliveryOutcome | undefined;
  endpoint: string | undefined;
  type: EventType | undefined;
  period: SearchPeriod | undefined;
}

/** Reads the filters from the parameters of a URL; unknown values are left out. */
export function parseFilters(get: (name: string) => string | undefined): DeliveryFilters {
  const endpoint = get("endpoint");
  const type = EVENT_TYPES.find((one) => one === get("type"));
  return {
    q: get("q")?.trim() ?? "",
    outcome: toKeyOf(OUTCOMES, get("outcome")),
    endpoint: endpoint && isId("webhookEndpoint", endpoint) ? endpoint : undefined,
    type,
    period: toKeyOf(SEARCH_PERIODS, get("period")),
  };
}

/** Returns the query of the JSON API for these filters at this time. */
export function toSearch(filters: DeliveryFilters, nowMs: number): Record<string, string> {
  const { q, outcome, endpoint, type, period } = filters;
  return {
    ...(q && { q }),
    ...(outcome && { outcome }),
    ...(endpoint && { endpoint_id: endpoint }),
    ...(type && { event_type: type }),
    ...(period && { from: periodStart(period, nowMs) }),
  };
}
