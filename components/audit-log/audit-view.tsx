"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { AuditPage } from "@/lib/audit/contract";
import { AUDIT_AREAS } from "@/lib/audit/labels";
import { toKeyOf } from "@/lib/core/keys";
import { Card } from "../shared/layout/card";
import { NoMatch } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import { ShowOlder } from "../shared/tables/show-older";
import { isMoment } from "../shared/tables/time-range";
import { AuditTable } from "./audit-table";
import { type AuditFilterTexts, AuditToolbar } from "./audit-toolbar";
import * as texts from "./texts";

type Page = z.input<typeof AuditPage>;

interface AuditViewProps {
  /** The first page, read while rendering on the server, and the filters that it was read with. */
  initial: Page;
  asked: Partial<Record<string, string | undefined>>;
}

/** Reads the filters of a URL; invalid values are ignored. */
function readFilters(get: (name: string) => string | undefined): AuditFilterTexts {
  const moment = (name: string) => [get(name)].find((text) => text && isMoment(text));
  return {
    q: get("q")?.trim() || undefined,
    area: toKeyOf(AUDIT_AREAS, get("area")),
    from: moment("from"),
    to: moment("to"),
  };
}

/** Serialises filters as a query string in a fixed order; `""` without filters. */
function toQuery(filters: AuditFilterTexts): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return query.toString();
}

/** The audit log of the organisation, latest entries first, with search, filters and export. */
export function AuditView({ initial, asked }: AuditViewProps) {
  const { get, go, adjust } = useQueryParams();
  const filters = readFilters(get);
  const query = toQuery(filters);
  const log = useInfiniteQuery({
    queryKey: ["audit", query],
    queryFn: ({ pageParam, signal }) =>
      getJson<Page>(`/api/dashboard/audit?${query}${pageParam && `&before=${pageParam}`}`, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    ...(query === toQuery(readFilters((name) => asked[name])) && {
      initialData: { pages: [initial], pageParams: [""] },
    }),
  });
  const clear = () => go({ q: undefined, area: undefined, from: undefined, to: undefined });
  return (
    <Card aria-label={texts.auditLog}>
      <AuditToolbar filters={filters} query={query} onChange={go} onSearch={(q) => adjust({ q })} />
      <AuditTable
        entries={log.data?.pages.flatMap(({ entries }) => entries)}
        failed={
          log.isError &&
          !log.data && (
            <LoadFailed title={texts.theAuditLogDidNotLoad} error={log.error} onRetry={() => log.refetch()} />
          )
        }
        noneFound={
          query && <NoMatch title={texts.noResults} clearLabel={texts.clearTheFilters} onClear={clear} />
        }
      />
      <ShowOlder query={log} />
    </Card>
  );
}
