"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "./live-provider";

/** Lists beside the stream are read again once a second at most, however many payments come. */
const REST_MS = 1_000;

/** Whether an event is closed: as the page was rendered, or since then, by the stream. */
export function useIsClosed(sessionId: string, wasClosed: boolean): boolean {
  return useLive(sessionId).figures?.status === "closed" || wasClosed;
}

/**
 * Has what a page shows of an event read again when the event has changed since; `shown` is the version it shows. In
 * a tab that nobody sees, it is read when it is seen again.
 */
export function useRefetchOnChange(sessionId: string, shown: number): void {
  const client = useQueryClient();
  const version = useLive(sessionId).figures?.version ?? shown;
  const readAtMs = useRef(0);
  /** What is to be reached; a new one also while the last reading is under way, which may have come too early. */
  const wanted = version > shown ? version : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    const read = () => {
      readAtMs.current = Date.now();
      void client.invalidateQueries({
        queryKey: ["session", sessionId],
        refetchType: document.hidden ? "none" : "active",
      });
    };
    const timer = setTimeout(read, Math.max(0, readAtMs.current + REST_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [wanted, client, sessionId]);
}
