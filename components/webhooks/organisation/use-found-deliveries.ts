"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { serverNow } from "../../shared/format/clock";
import { getJson } from "../../shared/requests/api";
import { useQueryParams } from "../../shared/requests/use-query-params";
import type { FoundDeliveriesJson } from "../api";
import { type DeliveryFilters, parseFilters, toSearch } from "./search-filters";

const REFETCH_MS = 5_000;
const PATH = "/api/dashboard/deliveries";

/** Deliveries of all events by the filters in the URL, page by page. */
export function useFoundDeliveries(initial: FoundDeliveriesJson, asked: DeliveryFilters) {
  const address = useQueryParams();
  const filters = parseFilters(address.get);
  const isAsked = JSON.stringify(filters) === JSON.stringify(asked);
  const query = useInfiniteQuery({
    queryKey: ["found-deliveries", filters],
    queryFn: ({ pageParam, signal }) => {
      const search = { ...toSearch(filters, serverNow()), ...(pageParam && { before: pageParam }) };
      return getJson<FoundDeliveriesJson>(`${PATH}?${new URLSearchParams(search)}`, signal);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    // Refetch only while just the first page is loaded: older pages must not move while being read.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : REFETCH_MS),
    ...(isAsked && { initialData: { pages: [initial], pageParams: [""] } }),
  });
  return { address, filters, query, rows: query.data?.pages.flatMap(({ rows }) => rows) };
}
