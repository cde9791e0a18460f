"use client";

import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Throttles a value that is expensive to render: returns a new one when `sign` changes, at most once in
 * `everyMs`, as a transition.
 */
export function useThrottledValue<T>(value: T, sign: string, everyMs: number): T {
  const [shown, setShown] = useState({ value, sign });
  const changedAtMs = useRef(0);
  const showLatest = useEffectEvent(() => startTransition(() => setShown({ value, sign })));
  const isOutdated = shown.sign !== sign;
  useEffect(() => {
    if (!isOutdated) return;
    const waitMs = Math.max(0, changedAtMs.current + everyMs - Date.now());
    const timer = setTimeout(() => {
      changedAtMs.current = Date.now();
      showLatest();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isOutdated, everyMs]);
  return shown.value;
}
