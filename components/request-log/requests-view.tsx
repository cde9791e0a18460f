"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { toKeyOf } from "@/lib/core/keys";
import { PERIODS, type Period } from "@/lib/request-log/contract";
import { Card } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import { rowSteps } from "../shared/tables/row-steps";
import { ShowOlder } from "../shared/tables/show-older";
import type { RequestsJson } from "./api";
import { RequestDrawer } from "./request-drawer";
import { RequestTable } from "./request-table";
import { type KeyChoice, type RequestFilters, RequestToolbar } from "./request-toolbar";
import * as texts from "./texts";

/** Names of the filters in the URL. */
const FILTERS = ["q", "outcome", "method", "key", "period"] as const;
type Asked = Partial<Record<(typeof FILTERS)[number], string | undefined>>;

interface RequestsViewProps {
  keys: readonly KeyChoice[];
  /** The first page, read while rendering on the server, and the filters that it was read with. */
  initial: RequestsJson;
  asked: Asked;
}

const REFETCH_MS = 5_000;

const parsePeriod = (text: string | undefined): Period => toKeyOf(PERIODS, text) ?? "hour";

/** Calls by the filters in the URL, page by page. */
function useRequests({ initial, asked }: RequestsViewProps) {
  const address = useQueryParams();
  const chosen = Object.fromEntries(
    FILTERS.map((name) => [name, address.get(name)?.trim()] as const).filter(([, value]) => value),
  ) as Asked;
  const isAsked = FILTERS.every((name) => (chosen[name] ?? "") === (asked[name]?.trim() ?? ""));
  const query = useInfiniteQuery({
    queryKey: ["requests", chosen],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ ...chosen, ...(pageParam && { before: pageParam }) } as Record<
        string,
        string
      >);
      return getJson<RequestsJson>(`/api/dashboard/requests?${search}`, signal);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    // Refetch only while just the first page is loaded: older pages must not move while being read.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : REFETCH_MS),
    ...(isAsked && { initialData: { pages: [initial], pageParams: [""] } }),
  });
  const filters: RequestFilters = {
    q: chosen.q ?? "",
    isErrors: chosen.outcome === "error",
    method: chosen.method,
    key: chosen.key,
    period: parsePeriod(chosen.period),
  };
  return { address, filters, query, rows: query.data?.pages.flatMap(({ rows }) => rows) };
}

/** The request log: the calls of `/v1` with filters, and the details of one. */
export function RequestsView(props: RequestsViewProps) {
  const { address, filters, query, rows } = useRequests(props);
  const { go } = address;
  const open = address.get("request");
  const openRequest = (id: string | undefined) => go({ request: id });
  const isFiltered = Boolean(filters.q || filters.isErrors || filters.method || filters.key);
  const clear = () => go({ q: undefined, outcome: undefined, method: undefined, key: undefined });
  return (
    <>
      <Card aria-label={texts.requestLog}>
        <RequestToolbar
          filters={filters}
          keys={props.keys}
          errorCount={query.data?.pages[0]?.error_count}
          onChange={go}
          onSearch={(q) => address.adjust({ q })}
        />
        <RequestTable
          rows={rows}
          selected={open}
          showsDays={filters.period !== "hour"}
          onOpen={openRequest}
          failed={
            query.isError &&
            !rows && (
              <LoadFailed
                title={texts.theRequestsDidNotLoad}
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            )
          }
          empty={
            <EmptyState title={texts.noRequestsIn(PERIODS[filters.period].toLowerCase())}>
              {texts.apiCallsAppearHere}
            </EmptyState>
          }
          noneFound={
            isFiltered && (
              <NoMatch title={texts.noResults} clearLabel={texts.clearTheFilters} onClear={clear}>
                {texts.searchForARequestId}
              </NoMatch>
            )
          }
        />
        <ShowOlder query={query} />
      </Card>
      {open && (
        <RequestDrawer
          requestId={open}
          onClose={() => openRequest(undefined)}
          {...rowSteps(
            rows?.map(({ id }) => id),
            open,
            openRequest,
          )}
        />
      )}
    </>
  );
}
