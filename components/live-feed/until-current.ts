"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Refetches queries until `target` is undefined, at most once in `intervalMs`. The target is the newest version of the event while
 * the page has an older one: a replica can answer with that, so one refetch is not always enough. A request in flight is
 * awaited: cancelled by each newer version, a slow one would never be answered. In a hidden tab the data is only marked stale,
 * and refetched when the tab is visible again.
 */
export function useRefetchUntilCurrent(
  queryKey: QueryKey,
  target: number | undefined,
  intervalMs: number,
): void {
  const client = useQueryClient();
  const startedAtMs = useRef(0);
  const refetch = useEffectEvent(() =>
    client.invalidateQueries(
      { queryKey, refetchType: document.hidden ? "none" : "active" },
      { cancelRefetch: false },
    ),
  );
  useEffect(() => {
    if (target === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      startedAtMs.current = Date.now();
      await refetch();
      if (timer) schedule();
    };
    const schedule = () => {
      timer = setTimeout(run, Math.max(0, startedAtMs.current + intervalMs - Date.now()));
    };
    schedule();
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [target, intervalMs]);
}

/** The interval of repeated reads: a replica can answer with the details before the change. */
const RETRY_MS = 1_000;

/**
 * Calls `refresh` when the stream reports other details of the event than `shown`, the version on the page, until the page has
 * them.
 */
export function useDetailsChange(shown: number, reported: number | undefined, refresh: () => void): void {
  const onBehind = useEffectEvent(refresh);
  const isBehind = reported !== undefined && reported > shown;
  useEffect(() => {
    if (!isBehind) return;
    onBehind();
    const timer = setInterval(onBehind, RETRY_MS);
    return () => clearInterval(timer);
  }, [isBehind]);
}
