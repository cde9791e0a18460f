import type { Metadata } from "next";
import { z } from "zod";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { OrganisationWebhooks } from "@/components/webhooks/organisation/organisation-view";
import { parseFilters, toSearch } from "@/components/webhooks/organisation/search-filters";
import { roleHasPermission } from "@/lib/core/roles";
import { listOrganisationEndpoints, searchDeliveries } from "@/lib/webhooks";
import {
  DELIVERIES_PER_PAGE,
  FoundDeliveries,
  OrganisationEndpoint,
  SearchQuery,
} from "@/lib/webhooks/contract";
import { requirePagePermission } from "../../page-auth";
import { getQuery } from "../../page-params";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.webhooks };

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function OrganisationWebhooksPage({ searchParams }: PageProps) {
  const member = await requirePagePermission("see_webhooks");
  const params = await getQuery(searchParams);
  const asked = parseFilters((name) => params[name]);
  const search = SearchQuery.safeParse(toSearch(asked, Date.now())).data ?? SearchQuery.parse({});
  const [endpoints, deliveries] = await Promise.all([
    listOrganisationEndpoints(member),
    searchDeliveries(member, { ...search, limit: DELIVERIES_PER_PAGE }),
  ]);
  const { role } = member.actor;
  return (
    <OrganisationWebhooks
      endpoints={z.encode(z.array(OrganisationEndpoint), endpoints)}
      deliveries={z.encode(FoundDeliveries, deliveries)}
      asked={asked}
      rights={{
        mayManageEndpoints: roleHasPermission(role, "manage_endpoints"),
        mayManageKeys: roleHasPermission(role, "manage_keys"),
        mayReplay: roleHasPermission(role, "replay_deliveries"),
      }}
    />
  );
}

export default withSkeleton(OrganisationWebhooksPage, <CardSkeleton title={texts.endpoints} lines={8} />);
