"use client";

import { sharedStore, useSharedStore } from "../ui/shared-store";

/** How long a payment has just come in. */
const NEW_FOR_MS = 6_000;
const fresh = sharedStore<ReadonlySet<string>>(new Set());

/** Notes payments that have come in while the page was open. */
export function markNewRows(ids: readonly string[]): void {
  fresh.set(new Set([...fresh.get(), ...ids]));
  setTimeout(() => fresh.set(new Set([...fresh.get()].filter((id) => !ids.includes(id)))), NEW_FOR_MS);
}

/** Whether a payment came in a moment ago. */
export const useNewRows = (id: string) => useSharedStore(fresh, (ids) => ids.has(id));
