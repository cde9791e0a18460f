"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { animateInsert } from "./animate-insert";
import { markNewRows } from "./new-rows";
import { type Pages, type PaymentRow, trimPages } from "./payment-pages";
import { paymentsKey } from "./use-payments";

interface Arrivals {
  list: RefObject<HTMLElement | null>;
  query: string;
  /** Whether the list shows what comes: not while somebody reads in it. */
  isFollowing: boolean;
}

/** Shows which payments have just come in, and lets go of the oldest while nobody reads in the list. */
export function useArrivals(
  sessionId: string,
  /** Absent while those of other filters still stand there. */
  rows: readonly PaymentRow[] | undefined,
  { list, query, isFollowing }: Arrivals,
): void {
  const client = useQueryClient();
  const known = useRef<{ query: string; newest: number }>(undefined);
  useLayoutEffect(() => {
    if (!rows) return;
    const last = known.current?.query === query ? known.current.newest : undefined;
    const came = last === undefined ? [] : rows.filter(({ number }) => number > last);
    known.current = { query, newest: Math.max(rows[0]?.number ?? 0, last ?? 0) };
    if (came.length === 0) return;
    const ids = came.map(({ id }) => id);
    markNewRows(ids);
    if (isFollowing && list.current) animateInsert(list.current, ids);
  }, [rows, list, query, isFollowing]);
  useEffect(() => {
    if (isFollowing && query === "" && rows)
      client.setQueryData<Pages>(paymentsKey(sessionId, ""), (pages) => pages && trimPages(pages));
  }, [client, sessionId, rows, isFollowing, query]);
}
