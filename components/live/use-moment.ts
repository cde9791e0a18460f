"use client";

import { useNow } from "../shared/clock";
import { useIsDrawn } from "../ui/drawn";

/**
 * The server's time, second by second. For the first look in the browser it is the moment the figures were read, so
 * that what depends on it is drawn as the server drew it.
 */
export function useMoment(asOf: string): number {
  const isDrawn = useIsDrawn();
  const nowMs = useNow().getTime();
  return isDrawn ? nowMs : Date.parse(asOf);
}
