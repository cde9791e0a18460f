import type { Metadata } from "next";
import { z } from "zod";
import { RequestsView } from "@/components/request-log/requests-view";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { listOwnApiKeys } from "@/lib/organisations";
import { listRequests } from "@/lib/request-log";
import { REQUESTS_PER_PAGE, RequestsPage, RequestsQuery } from "@/lib/request-log/contract";
import { requirePagePermission } from "../../page-auth";
import { getQuery } from "../../page-params";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.requestLog };

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function RequestLogPage({ searchParams }: PageProps) {
  const member = await requirePagePermission("manage_keys");
  const asked = RequestsQuery.omit({ before: true }).safeParse(await getQuery(searchParams)).data ?? {};
  const [page, { keys }] = await Promise.all([
    listRequests(member, { ...asked, limit: REQUESTS_PER_PAGE }),
    listOwnApiKeys(member),
  ]);
  const choices = keys
    .filter(({ mode }) => mode === member.mode)
    .map(({ key_id: id, name, hint }) => ({ id, label: name ? `${name} (${hint}…)` : `${hint}…` }));
  return <RequestsView keys={choices} initial={z.encode(RequestsPage, page)} asked={asked} />;
}

export default withSkeleton(RequestLogPage, <CardSkeleton title={texts.requestLog} lines={8} />);
