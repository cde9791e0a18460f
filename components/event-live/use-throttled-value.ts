"use client";

import { startTransition, useEffect, useRef, useState } from "react";

/**
 * A value that changes often, for what costs much to draw: it follows when `sign` differs, once in `everyMs` at most,
 * and gives way to whatever else has to be shown meanwhile.
 */
export function useThrottledValue<T>(value: T, sign: string, everyMs: number): T {
  const [shown, setShown] = useState({ value, sign });
  const latest = useRef({ value, sign });
  const changedAtMs = useRef(0);
  useEffect(() => {
    latest.current = { value, sign };
  });
  const isBehind = shown.sign !== sign;
  useEffect(() => {
    if (!isBehind) return;
    const waitMs = Math.max(0, changedAtMs.current + everyMs - Date.now());
    const timer = setTimeout(() => {
      changedAtMs.current = Date.now();
      startTransition(() => setShown(latest.current));
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, everyMs]);
  return shown.value;
}
