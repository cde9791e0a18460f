"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { asApiError, getJson } from "../shared/api";
import { setServerTime } from "../shared/clock";
import { useQueryParams } from "../shared/use-query-params";
import { type EventList, eventsKey, eventsPath, PAGE, type Tab, tabOf, type Wanted } from "./wire";

/** How old the list may be while it is looked at. */
const REFRESH_MS = 5_000;

/** The list of events as the address asks for it: searched, by tab, kept up to date. */
export function useEvents(initial: { wanted: Wanted; list: EventList }) {
  const { params, get, go, adjust } = useQueryParams();
  const [limit, setLimit] = useState(PAGE);
  const status = tabOf(get("status"));
  const q = get("q")?.trim() ?? "";
  const asked = useDeferredValue(q);
  const wanted: Wanted = { status, q: asked, limit };
  const isInitial = JSON.stringify(wanted) === JSON.stringify(initial.wanted);
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = useQuery({
    queryKey: eventsKey(wanted),
    queryFn: ({ signal }) => getJson<EventList>(eventsPath(wanted), signal),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    placeholderData: keepPreviousData,
    ...(isInitial && {
      initialData: initial.list,
      initialDataUpdatedAt: Date.parse(initial.list.generated_at),
    }),
  });
  useEffect(() => {
    if (data && dataUpdatedAt) setServerTime(Date.parse(data.generated_at) + (Date.now() - dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  return {
    list: data,
    error: error ? asApiError(error) : undefined,
    retry: () => void refetch(),
    isChanging: isPlaceholderData,
    q,
    status,
    hrefOf: (tab: Tab) => hrefOf(params, tab),
    here: hrefOf(params, status),
    search: (text: string) => adjust({ q: text || undefined }),
    clear: () => go({ q: undefined, status: undefined }),
    more: () => setLimit((shown) => shown + PAGE),
    isOpening: get("new") === "1",
    startOpening: () => go({ new: "1" }),
    stopOpening: () => adjust({ new: undefined }),
  };
}

/** The list of one tab, searched by the same words. */
function hrefOf(params: URLSearchParams, tab: Tab): string {
  const search = new URLSearchParams(tab === "all" ? [] : [["status", tab]]);
  const q = params.get("q");
  if (q) search.set("q", q);
  return search.size > 0 ? `/events?${search}` : "/events";
}
