"use client";

import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { KEPT_ROWS } from "./payment-pages";

/** Rows that the server renders: what is in sight, and some. */
const FIRST_ROWS = 40;
/** Rows that are there before they come into sight, either way; the window moves on by as many at once. */
const SPARE_ROWS = 20;
/** How high a row of the table is, and an item of the list on a phone. */
const HEIGHTS = { row: 38, item: 64 };
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
export function useSlice<Row>(rows: readonly Row[] = [], box: RefObject<HTMLElement | null>): Slice<Row> {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const height = useIsPhone() ? HEIGHTS.item : HEIGHTS.row;
  const isLong = rows.length > KEPT_ROWS;
  const read = useCallback(() => {
    if (!isLong) return "";
    const top = -(box.current?.getBoundingClientRect().top ?? 0);
    return sliceOf(rows.length, height, top, window.innerHeight).join();
  }, [isLong, rows.length, height, box]);
  const inSight = useSyncExternalStore(watchSight, read, () => "");
  if (!isLong) {
    return { rows: isMounted ? rows : rows.slice(0, FIRST_ROWS), skipped: 0, above: 0, below: 0 };
  }
  const [first = 0, last = FIRST_ROWS] = inSight ? inSight.split(",").map(Number) : [];
  return {
    rows: rows.slice(first, last),
    skipped: first,
    above: first * height,
    below: (rows.length - last) * height,
  };
}
