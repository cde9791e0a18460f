"use client";

import { type RefObject, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { daysIn } from "./days";
import { KEPT_ROWS } from "./payment-pages";

/** Rows that the server renders: what is in sight, and some. */
const FIRST_ROWS = 40;
/** Rows that are there before they come into sight, either way; the window moves on by as many at once. */
const SPARE_ROWS = 20;
/** How high a row of the table is, and an item of the list on a phone. */
const HEIGHTS = { row: 38, item: 64 };
/** And the line that names a day. */
const DAY_HEIGHT = 28;
const PHONE = "(max-width: 767px)";

const watchPhone = (onChange: () => void) => {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};
const useIsPhone = () =>
  useSyncExternalStore(
    watchPhone,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );

const watchSight = (onChange: () => void) => {
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
};

export interface Slice<Row> {
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
  const step = SPARE_ROWS * height;
  const first = Math.max(0, (Math.floor(top / step) - 1) * SPARE_ROWS);
  const last = (Math.floor((top + sight) / step) + 2) * SPARE_ROWS;
  return [Math.min(first, count), Math.max(0, Math.min(last, count))];
}

/** The rows that are rendered: the first ones by the server, all of few, of many those around what is in sight. */
export function useSlice<Row extends { paid_at: string }>(
  rows: readonly Row[] = [],
  box: RefObject<HTMLElement | null>,
): Slice<Row> {
  const days = useMemo(() => daysIn(rows), [rows]);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const height = useIsPhone() ? HEIGHTS.item : HEIGHTS.row;
  const isLong = rows.length > KEPT_ROWS;
  const read = useCallback(() => {
    if (!isLong) return "";
    const top = -(box.current?.getBoundingClientRect().top ?? 0);
    const passed = days.filter((place, index) => place * height + index * DAY_HEIGHT < top).length;
    return sliceOf(rows.length, height, top - passed * DAY_HEIGHT, window.innerHeight).join();
  }, [isLong, rows.length, days, height, box]);
  const inSight = useSyncExternalStore(watchSight, read, () => "");
  if (!isLong) {
    const shown = isMounted ? rows : rows.slice(0, FIRST_ROWS);
    return { rows: shown, days: new Set(days), skipped: 0, above: 0, below: 0 };
  }
  const [first = 0, last = FIRST_ROWS] = inSight ? inSight.split(",").map(Number) : [];
  return {
    rows: rows.slice(first, last),
    days: new Set(days),
    skipped: first,
    above: first * height + days.filter((place) => place < first).length * DAY_HEIGHT,
    below: (rows.length - last) * height + days.filter((place) => place >= last).length * DAY_HEIGHT,
  };
}
