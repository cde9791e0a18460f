"use client";

import { type RefObject, useCallback, useMemo, useSyncExternalStore } from "react";
import type { Layout } from "../../ui/browser/use-layout";
import { findDayStarts } from "./day-starts";

/** Rows rendered beyond the viewport on each side. */
const SPARE_ROWS = 12;
/** Number of rows by which the rendered range moves. */
const STEP_ROWS = 6;
/** Lists up to this length are rendered completely. */
const MAX_UNVIRTUALIZED_ROWS = 2 * SPARE_ROWS;
/** Rows rendered by the server and before hydration: those in view on a large screen. */
const INITIAL_ROWS = 12;
const INITIAL_RANGE = `0,${INITIAL_ROWS}`;
/** Heights in pixels of a table row and of a list item on a phone. */
export const HEIGHTS = { row: 38, item: 64 };
/** Height in pixels of a day line. */
export const DAY_HEIGHT = 28;

const subscribeToViewport = (onChange: () => void) => {
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
};

export interface VirtualRows<Row> {
  rows: readonly Row[];
  /** Indexes in the full list of the rows above which a day line is shown. */
  days: ReadonlySet<number>;
  /** Number of rows omitted above. */
  skipped: number;
  above: number;
  below: number;
}

/** Returns the range of rows to render: those in view and spare rows on both sides. */
export function computeRowRange(
  count: number,
  height: number,
  top: number,
  viewportHeight: number,
): [number, number] {
  const roundToStep = (end: number) => Math.floor(end / height / STEP_ROWS) * STEP_ROWS;
  const first = Math.max(0, roundToStep(top) - SPARE_ROWS);
  const last = roundToStep(top + viewportHeight) + STEP_ROWS + SPARE_ROWS;
  return [Math.min(first, count), Math.max(0, Math.min(last, count))];
}

/**
 * Virtualizes a list: returns the rows near the viewport and the heights of the omitted ones. The server
 * renders the first rows.
 */
export function useVirtualRows<Row extends { paid_at: string }>(
  rows: readonly Row[] = [],
  { box, layout }: { box: RefObject<HTMLElement | null>; layout: Layout },
): VirtualRows<Row> {
  const days = useMemo(() => findDayStarts(rows), [rows]);
  const height = layout.isPhone ? HEIGHTS.item : HEIGHTS.row;
  const read = useCallback(() => {
    if (!layout.isHydrated) return INITIAL_RANGE;
    if (rows.length <= MAX_UNVIRTUALIZED_ROWS) return `0,${MAX_UNVIRTUALIZED_ROWS}`;
    const top = -(box.current?.getBoundingClientRect().top ?? 0);
    const passed = days.filter((place, index) => place * height + index * DAY_HEIGHT < top).length;
    return computeRowRange(rows.length, height, top - passed * DAY_HEIGHT, window.innerHeight).join();
  }, [rows.length, days, layout.isHydrated, height, box]);
  const range = useSyncExternalStore(subscribeToViewport, read, () => INITIAL_RANGE);
  const [first = 0, last = INITIAL_ROWS] = range.split(",").map(Number);
  const remaining = Math.max(0, rows.length - last);
  return {
    rows: rows.slice(first, last),
    days: new Set(days),
    skipped: first,
    above: first * height + days.filter((place) => place < first).length * DAY_HEIGHT,
    below: remaining && remaining * height + days.filter((place) => place >= last).length * DAY_HEIGHT,
  };
}
