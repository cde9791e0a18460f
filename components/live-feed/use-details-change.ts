"use client";

import { useEffect, useEffectEvent } from "react";

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
