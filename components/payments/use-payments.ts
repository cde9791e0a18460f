"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLive } from "../live-feed/live-provider";
import { useRefetchUntilCurrent } from "../live-feed/refetch-until-current";
import { getJson } from "../shared/requests/api";
import { mergePages, type Pages, type PaymentsPageJson, toFirstPage } from "./payment-pages";

/** Minimum refetch interval of a filtered list. */
const REFETCH_MS = 1_000;
/** Longer interval for lists of many pages, which are refetched completely. */
const REFETCH_LONG_MS = 10_000;

export const paymentsKey = (sessionId: string, query: string) => ["session", sessionId, "payments", query];

interface PaymentsQuery {
  sessionId: string;
  /** The filters as a query string; `""` for all payments. */
  query: string;
  /** The server-rendered page and its filters. */
  initial: { query: string; page: PaymentsPageJson } | undefined;
}

/**
 * Queries an event's payments, newest first, kept up to date: without filters from the live stream, with
 * filters by refetching.
 */
export function usePayments({ sessionId, query, initial }: PaymentsQuery) {
  const live = useLive(sessionId);
  const { figures, rows: liveRows } = live;
  const seed =
    initial?.query === query
      ? initial.page
      : query === "" && figures && (liveRows.length > 0 || figures.transaction_count === 0)
        ? toFirstPage(liveRows, figures.version, figures.transaction_count)
        : undefined;
  const result = useInfiniteQuery({
    queryKey: paymentsKey(sessionId, query),
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam ? `&before=${pageParam}` : "";
      return getJson<PaymentsPageJson>(
        `/api/dashboard/sessions/${sessionId}/payments?${query}${before}`,
        signal,
      );
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: query ? 0 : Number.POSITIVE_INFINITY,
    ...(seed && { initialData: { pages: [seed], pageParams: [0] } }),
  });
  useLiveRefresh(sessionId, query, result.data, live);
  return { ...result, live };
}

function useLiveRefresh(
  sessionId: string,
  query: string,
  data: { pages: PaymentsPageJson[] } | undefined,
  live: ReturnType<typeof useLive>,
) {
  const client = useQueryClient();
  const { figures, rows, refetches } = live;
  const pages = data?.pages ?? [];
  const version = figures?.version ?? 0;
  // An error stays until it is retried: then there is no page.
  const isBehind = pages.some((page) => page.version < version);
  useRefetchUntilCurrent(
    paymentsKey(sessionId, query),
    query && isBehind ? version : undefined,
    pages.length > 3 ? REFETCH_LONG_MS : REFETCH_MS,
  );
  useEffect(() => {
    if (query || !figures) return;
    const key = paymentsKey(sessionId, "");
    const old = client.getQueryData<Pages>(key);
    if (!old) return;
    const merged = mergePages(old, rows, figures.version, figures.transaction_count);
    if (merged) client.setQueryData<Pages>(key, merged);
    else void client.invalidateQueries({ queryKey: key });
  }, [client, sessionId, query, figures, rows]);
  useEffect(() => {
    if (refetches > 0) void client.invalidateQueries({ queryKey: paymentsKey(sessionId, query) });
  }, [client, sessionId, query, refetches]);
}
