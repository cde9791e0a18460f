"use client";

import { useSyncExternalStore } from "react";

/** How long a payment has just come in. */
const FRESH_MS = 6_000;
const fresh = new Set<string>();
const watchers = new Set<() => void>();

const tell = () => {
  for (const onChange of watchers) onChange();
};

function watch(onChange: () => void) {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Notes payments that have come in while the page was open. */
export function noteFresh(ids: readonly string[]): void {
  for (const id of ids) fresh.add(id);
  tell();
  setTimeout(() => {
    for (const id of ids) fresh.delete(id);
    tell();
  }, FRESH_MS);
}

/** Whether a payment came in a moment ago. */
export function useFresh(id: string): boolean {
  return useSyncExternalStore(
    watch,
    () => fresh.has(id),
    () => false,
  );
}
