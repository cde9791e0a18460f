"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Refetches queries every `intervalMs` until `target` is undefined. The target is the newest version of the event while the
 * page has an older one: a replica can answer with that, so one refetch is not always enough. A request in flight is not
 * repeated: cancelled by each newer version, a slow one would never be answered. In a hidden tab the data is only marked stale,
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
    const run = () => {
      startedAtMs.current = Date.now();
      timer = setTimeout(run, intervalMs);
      void refetch();
    };
    let timer = setTimeout(run, Math.max(0, startedAtMs.current + intervalMs - Date.now()));
    return () => clearTimeout(timer);
  }, [target, intervalMs]);
}
