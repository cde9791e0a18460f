"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Pages, type PaymentRow, trimPages } from "../payment-pages";
import { paymentsKey } from "../use-payments";
import { animateInsert } from "./animate-insert";
import { markNewRows } from "./new-rows";

interface ArrivalOptions {
  list: RefObject<HTMLElement | null>;
  query: string;
  /** Whether the list shows new payments; false while it is frozen. */
  isFollowing: boolean;
}

/** Marks and animates new payments, and trims the oldest rows while the list is not being read. */
export function useNewPayments(
  sessionId: string,
  /** Undefined while rows of other filters are still shown. */
  rows: readonly PaymentRow[] | undefined,
  { list, query, isFollowing }: ArrivalOptions,
): void {
  const client = useQueryClient();
  const lastSeen = useRef<{ query: string; newest: number }>(undefined);
  useLayoutEffect(() => {
    if (!rows) return;
    const last = lastSeen.current?.query === query ? lastSeen.current.newest : undefined;
    const arrived = last === undefined ? [] : rows.filter(({ sequence }) => sequence > last);
    lastSeen.current = { query, newest: Math.max(rows[0]?.sequence ?? 0, last ?? 0) };
    if (arrived.length === 0) return;
    const ids = arrived.map(({ id }) => id);
    markNewRows(ids);
    if (isFollowing && list.current) animateInsert(list.current, ids);
  }, [rows, list, query, isFollowing]);
  useEffect(() => {
    if (isFollowing && query === "" && rows)
      client.setQueryData<Pages>(paymentsKey(sessionId, ""), (pages) => pages && trimPages(pages));
  }, [client, sessionId, rows, isFollowing, query]);
}
