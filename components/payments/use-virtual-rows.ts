"use client";

import { type RefObject, useCallback, useMemo, useSyncExternalStore } from "react";
import type { Layout } from "../ui/use-layout";
import { daysIn } from "./days";

/** Rows that are there before they come into sight, either way. */
const SPARE_ROWS = 12;
/** How many rows the window moves on by at once. */
const STEP_ROWS = 6;
/** A list of no more rows is whole. */
const SHORT_ROWS = 2 * SPARE_ROWS;
/** Rows that the server renders, which are also what the browser begins with: those in sight of a large screen. */
const FIRST_ROWS = 12;
const FIRST = `0,${FIRST_ROWS}`;
/** How high a row of the table is, and an item of the list on a phone. */
const HEIGHTS = { row: 38, item: 64 };
/** And the line that names a day. */
const DAY_HEIGHT = 28;

const watchSight = (onChange: () => void) => {
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
};

export interface VirtualRows<Row> {
  rows: readonly Row[];
  /** The places, in the whole list, of the rows above which a line names their day. */
  days: ReadonlySet<number>;
  /** How many rows are left out above. */
  skipped: number;
  above: number;
  below: number;
}

/** The rows of many that are rendered: those from the first in sight, with some to spare, to the last. */
export function sliceOf(count: number, height: number, top: number, sight: number): [number, number] {
  const stepsTo = (end: number) => Math.floor(end / height / STEP_ROWS) * STEP_ROWS;
  const first = Math.max(0, stepsTo(top) - SPARE_ROWS);
  const last = stepsTo(top + sight) + STEP_ROWS + SPARE_ROWS;
  return [Math.min(first, count), Math.max(0, Math.min(last, count))];
}

/** The rows that are rendered, of a long list those around what is in sight; the server renders the first ones. */
export function useVirtualRows<Row extends { paid_at: string }>(
  rows: readonly Row[] = [],
  { box, layout }: { box: RefObject<HTMLElement | null>; layout: Layout },
): VirtualRows<Row> {
  const days = useMemo(() => daysIn(rows), [rows]);
  const height = layout.isPhone ? HEIGHTS.item : HEIGHTS.row;
  const read = useCallback(() => {
    if (!layout.isDrawn) return FIRST;
    if (rows.length <= SHORT_ROWS) return `0,${SHORT_ROWS}`;
    const top = -(box.current?.getBoundingClientRect().top ?? 0);
    const passed = days.filter((place, index) => place * height + index * DAY_HEIGHT < top).length;
    return sliceOf(rows.length, height, top - passed * DAY_HEIGHT, window.innerHeight).join();
  }, [rows.length, days, layout.isDrawn, height, box]);
  const inSight = useSyncExternalStore(watchSight, read, () => FIRST);
  const [first = 0, last = FIRST_ROWS] = inSight.split(",").map(Number);
  const left = Math.max(0, rows.length - last);
  return {
    rows: rows.slice(first, last),
    days: new Set(days),
    skipped: first,
    above: first * height + days.filter((place) => place < first).length * DAY_HEIGHT,
    below: left && left * height + days.filter((place) => place >= last).length * DAY_HEIGHT,
  };
}
