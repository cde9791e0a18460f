"use client";

import type { FoundDeliveriesJson, OrganisationEndpointJson } from "../api";
import type { EndpointRights } from "../endpoints/endpoint-drawer";
import { EndpointsSection } from "../endpoints/endpoints-section";
import { useEndpoints } from "../endpoints/use-endpoints";
import { FoundDeliveries } from "./found-deliveries";
import type { DeliveryFilters } from "./search-filters";

interface OrganisationWebhooksProps {
  /** Data read while rendering on the server, and the filters that the deliveries were read with. */
  endpoints: OrganisationEndpointJson[];
  deliveries: FoundDeliveriesJson;
  asked: DeliveryFilters;
  rights: EndpointRights;
}

/** The organisation-wide webhook endpoints, and the deliveries of all events. */
export function OrganisationWebhooks({ endpoints, deliveries, asked, rights }: OrganisationWebhooksProps) {
  const query = useEndpoints(endpoints);
  return (
    <div className="grid grid-cols-1 gap-3 pb-6">
      <EndpointsSection query={query} {...rights} />
      <FoundDeliveries
        initial={deliveries}
        asked={asked}
        endpoints={query.data}
        mayReplay={rights.mayReplay}
      />
    </div>
  );
}
