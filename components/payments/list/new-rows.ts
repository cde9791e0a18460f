"use client";

import { sharedStore, useSharedStore } from "../../ui/browser/shared-store";

/** How long a payment is marked as new. */
const NEW_FOR_MS = 6_000;
const newRows = sharedStore<ReadonlySet<string>>(new Set());

/** Marks payments that arrived while the page was open as new. */
export function markNewRows(ids: readonly string[]): void {
  newRows.set(new Set([...newRows.get(), ...ids]));
  setTimeout(() => newRows.set(new Set([...newRows.get()].filter((id) => !ids.includes(id)))), NEW_FOR_MS);
}

/** Whether a payment is marked as new. */
export const useIsNewRow = (id: string) => useSharedStore(newRows, (ids) => ids.has(id));
