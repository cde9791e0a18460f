"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { setServerTime } from "../shared/format/clock";
import { asApiError, getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import {
  type EventList,
  type EventListQuery,
  eventsKey,
  eventsPath,
  PAGE_SIZE,
  parseTab,
  type Tab,
} from "./api";

/** Refetch interval of the list. */
const REFRESH_MS = 5_000;

/** The event list by the search and tab in the URL, refetched regularly. */
export function useEvents(initial: { wanted: EventListQuery; list: EventList }) {
  const { params, get, go, adjust } = useQueryParams();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const status = parseTab(get("status"));
  const q = get("q")?.trim() ?? "";
  const asked = useDeferredValue(q);
  const wanted: EventListQuery = { status, q: asked, limit };
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
    more: () => setLimit((shown) => shown + PAGE_SIZE),
    isOpening: get("new") === "1",
    startOpening: () => go({ new: "1" }),
    stopOpening: () => adjust({ new: undefined, copy: undefined }),
    /** The event that the new one duplicates. */
    copyOf: get("copy"),
  };
}

/** Returns the URL of a tab, keeping the search text. */
function hrefOf(params: URLSearchParams, tab: Tab): string {
  const search = new URLSearchParams(tab === "all" ? [] : [["status", tab]]);
  const q = params.get("q");
  if (q) search.set("q", q);
  return search.size > 0 ? `/events?${search}` : "/events";
}
