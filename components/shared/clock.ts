"use client";

import { useSyncExternalStore } from "react";

/** How far the server's clock is ahead of this device's, and whether it has been told. */
let offsetMs = 0;
let isKnown = false;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  for (const listener of listeners) listener();
}

/** Has somebody told of every second, by one timer for the whole page. Answers how to end that. */
export function followClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time now, in milliseconds, as far as it is known. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Corrects the page's clock, mostly by what a stream has told: `serverMs` is the server's time at this moment. */
export function setServerTime(serverMs: number): void {
  const next = serverMs - Date.now();
  isKnown = true;
  if (Math.abs(next - offsetMs) < 250) return;
  offsetMs = next;
  tick();
}

/** The server's time now, in milliseconds; undefined until the server has told it. */
export const toldServerNow = (): number | undefined => (isKnown ? serverNow() : undefined);

/** The server's time, in milliseconds, without a part of a second. */
export const wholeSecond = () => Math.floor(serverNow() / 1_000) * 1_000;

/** The server's time in whole seconds, by one clock for the whole page. Renders anew each second. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(followClock, wholeSecond, wholeSecond));
}
