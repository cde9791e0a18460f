"use client";

import { type CSSProperties, useState } from "react";
import { findDayStarts } from "./day-starts";
import { DAY_HEIGHT } from "./use-virtual-rows";

type Rows = readonly { id: string; paid_at: string }[];

interface Still {
  /** The first row. */
  first: string | undefined;
  /** The height of the rows inserted above the first row that the list began with. */
  offset: number;
}

/** Adds the height of the rows that were inserted above the former first one. */
export function nextStill(still: Still, rows: Rows, rowHeight: number): Still {
  const inserted = rows.findIndex(({ id }) => id === still.first);
  const first = rows[0]?.id;
  // Another list, for example by a filter, begins anew.
  if (inserted <= 0) return { first, offset: 0 };
  const days = findDayStarts(rows.slice(0, inserted + 1)).length;
  return { first, offset: still.offset + inserted * rowHeight + days * DAY_HEIGHT };
}

/**
 * Style of a list at whose top rows are inserted; its rows have the class `-top-(--still)`. The layout of the rows below
 * stays where it was (their `top` takes back the height of the new rows), and the list's `translate` moves them: so an
 * insertion is no layout shift, at any rate and during any animation of the list's `transform`. The list has the
 * property from the start, because its first one would be a shift. What contains the list clips its overflow, because
 * the list's own box moves down.
 */
export function useStillRows(
  rows: Rows | undefined,
  rowHeight: number,
): CSSProperties & Record<"--still", string> {
  const [still, setStill] = useState<Still>({ first: rows?.[0]?.id, offset: 0 });
  if (still.first !== rows?.[0]?.id) setStill(nextStill(still, rows ?? [], rowHeight));
  const { offset } = still;
  return { "--still": `${offset}px`, translate: `0 ${offset}px` };
}
