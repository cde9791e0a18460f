"use client";

import { startTransition, useEffect, useRef, useState } from "react";

/**
 * Throttles a value that is expensive to render: returns a new one when `sign` changes, at most once in
 * `everyMs`, as a transition.
 */
export function useThrottledValue<T>(value: T, sign: string, everyMs: number): T {
  const [shown, setShown] = useState({ value, sign });
  const latest = useRef({ value, sign });
  const changedAtMs = useRef(0);
  useEffect(() => {
    latest.current = { value, sign };
  });
  const isOutdated = shown.sign !== sign;
  useEffect(() => {
    if (!isOutdated) return;
    const waitMs = Math.max(0, changedAtMs.current + everyMs - Date.now());
    const timer = setTimeout(() => {
      changedAtMs.current = Date.now();
      startTransition(() => setShown(latest.current));
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isOutdated, everyMs]);
  return shown.value;
}
