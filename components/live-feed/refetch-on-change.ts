"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "./live-provider";

/** Minimum interval between refetches, regardless of the number of payments. */
const MIN_INTERVAL_MS = 1_000;

/** Whether an event is closed: at the time of rendering, or since then according to the stream. */
export function useIsClosed(sessionId: string, wasClosed: boolean): boolean {
  return useLive(sessionId).figures?.status === "closed" || wasClosed;
}

/**
 * Refetches the data of an event when its version exceeds `shown`, the version on the page, until the page has it: a
 * replica can answer with an older version. In a hidden tab the data is only marked stale, and refetched when the tab is
 * visible again.
 */
export function useRefetchOnChange(sessionId: string, shown: number): void {
  const client = useQueryClient();
  const version = useLive(sessionId).figures?.version ?? shown;
  const refetchedAtMs = useRef(0);
  /**
   * The version to reach; a newer one triggers another refetch even while one is in flight, which may have
   * read too early.
   */
  const target = version > shown ? version : undefined;
  useEffect(() => {
    if (target === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = async () => {
      refetchedAtMs.current = Date.now();
      const isHidden = document.hidden;
      await client.invalidateQueries({
        queryKey: ["session", sessionId],
        refetchType: isHidden ? "none" : "active",
      });
      if (timer && !isHidden) schedule();
    };
    const schedule = () => {
      timer = setTimeout(refetch, Math.max(0, refetchedAtMs.current + MIN_INTERVAL_MS - Date.now()));
    };
    schedule();
    // Also once the page has the version.
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [target, client, sessionId]);
}
