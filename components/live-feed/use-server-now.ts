"use client";

import { startTransition, useEffect, useState } from "react";
import { serverSecondMs, subscribeToClock } from "../shared/format/clock";

/**
 * Returns the server's time in milliseconds, updated every second as a transition. It starts with the time of
 * the figures, so that hydration matches the server's output.
 */
export function useServerNow(asOf: string): number {
  const [nowMs, setNowMs] = useState(() => Date.parse(asOf));
  useEffect(() => subscribeToClock(() => startTransition(() => setNowMs(serverSecondMs()))), []);
  return nowMs;
}
