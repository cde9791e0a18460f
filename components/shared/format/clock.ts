"use client";

import { useSyncExternalStore } from "react";

/** Offset of the server's clock to this device's, and whether it has been set. */
let offsetMs = 0;
let isKnown = false;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` every second, with one timer for the whole page. Returns a function that unsubscribes. */
export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the server's time in milliseconds; the device's time until the offset is set. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Sets the page's clock, mostly from stream messages: `serverMs` is the server's current time. */
export function setServerTime(serverMs: number): void {
  const next = serverMs - Date.now();
  isKnown = true;
  if (Math.abs(next - offsetMs) < 250) return;
  offsetMs = next;
  tick();
}

/** Returns the server's time in milliseconds; undefined until it is set. */
export const findServerNow = (): number | undefined => (isKnown ? serverNow() : undefined);

/** Returns the server's time in milliseconds, rounded down to a full second. */
export const serverSecondMs = () => Math.floor(serverNow() / 1_000) * 1_000;

/** Returns the server's time in full seconds; updates every second. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribeToClock, serverSecondMs, serverSecondMs));
}
