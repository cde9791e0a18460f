"use client";

import { startTransition, useEffect, useState } from "react";
import { followClock, wholeSecond } from "../shared/clock";

/**
 * The server's time, second by second. It begins with the moment the figures were read, so that what depends on it is
 * drawn as the server drew it, and gives way to whatever else has to be shown.
 */
export function useServerNow(asOf: string): number {
  const [nowMs, setNowMs] = useState(() => Date.parse(asOf));
  useEffect(() => followClock(() => startTransition(() => setNowMs(wholeSecond()))), []);
  return nowMs;
}
