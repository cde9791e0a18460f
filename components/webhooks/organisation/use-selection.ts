"use client";

import { useState } from "react";
import type { FoundDeliveryJson, SelectedDeliveries } from "../api";

/** Maximum rows of one request (`ReplaySelected`). */
export const MAX_SELECTED = 500;

/** The chosen rows of a list. */
export interface Selection {
  /** The chosen deliveries among the listed rows. */
  chosen: SelectedDeliveries;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Chooses all rows that can be sent again, or none. */
  toggleAll: () => void;
  areAllChosen: boolean;
  /** Whether no row can be chosen. */
  isEmpty: boolean;
  clear: () => void;
}

interface Selectable {
  id: string;
  endpoint: { is_removed: boolean };
}

/** Returns the rows that can be sent again in one request, and those of them that are chosen. */
export function pickRows<Row extends Selectable>(rows: readonly Row[], ids: ReadonlySet<string>) {
  const selectable = rows.filter(({ endpoint }) => !endpoint.is_removed).slice(0, MAX_SELECTED);
  return { selectable, chosen: selectable.filter(({ id }) => ids.has(id)) };
}

/** Returns the ids with this one added, or removed if it is among them. */
export function toggleId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Keeps which of the listed rows are chosen; a row that leaves the list is no longer chosen. */
export function useSelection(rows: readonly FoundDeliveryJson[] = []): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { selectable, chosen } = pickRows(rows, ids);
  const areAllChosen = selectable.length > 0 && chosen.length === selectable.length;
  return {
    chosen: chosen.map(({ session_id, id }) => ({ session_id, id })),
    has: (id) => chosen.some((row) => row.id === id),
    toggle: (id) => setIds((now) => toggleId(now, id)),
    toggleAll: () => setIds(new Set(areAllChosen ? [] : selectable.map(({ id }) => id))),
    areAllChosen,
    isEmpty: selectable.length === 0,
    clear: () => setIds(new Set()),
  };
}
