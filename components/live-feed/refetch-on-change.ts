"use client";

import { useLive } from "./live-provider";
import { useRefetchUntilCurrent } from "./refetch-until-current";

/** Minimum interval between refetches, regardless of the number of payments. */
const MIN_INTERVAL_MS = 1_000;

/** Whether an event is closed: at the time of rendering, or since then according to the stream. */
export function useIsClosed(sessionId: string, wasClosed: boolean): boolean {
  return useLive(sessionId).figures?.status === "closed" || wasClosed;
}

/** Refetches the data of an event when its version exceeds `shown`, the version on the page, until the page has it. */
export function useRefetchOnChange(sessionId: string, shown: number): void {
  const version = useLive(sessionId).figures?.version ?? shown;
  useRefetchUntilCurrent(["session", sessionId], version > shown ? version : undefined, MIN_INTERVAL_MS);
}
