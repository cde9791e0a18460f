"use client";

import { useEffect, useState } from "react";

/** How long a payment has just come in. */
const FRESH_MS = 6_000;
/** When payments were first seen, by id, on this page. */
const seenAt = new Map<string, number>();

/** Notes payments that have come in while the page was open. */
export function noteFresh(ids: readonly string[]): void {
  const now = Date.now();
  for (const [id, at] of seenAt) if (now - at > FRESH_MS) seenAt.delete(id);
  for (const id of ids) if (!seenAt.has(id)) seenAt.set(id, now);
}

const leftMs = (id: string) => (seenAt.get(id) ?? 0) + FRESH_MS - Date.now();

/** Whether a payment came in a moment ago. */
export function useFresh(id: string): boolean {
  const [isFresh, setFresh] = useState(() => leftMs(id) > 0);
  useEffect(() => {
    const ms = leftMs(id);
    if (ms <= 0) return;
    setFresh(true);
    const timer = setTimeout(setFresh, ms, false);
    return () => clearTimeout(timer);
  }, [id]);
  return isFresh;
}
