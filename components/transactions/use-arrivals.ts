"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { noteFresh } from "./fresh";
import { type Pages, type PaymentRow, trimPages } from "./payment-pages";
import { paymentsKey } from "./use-payments";

/** Notes which payments have just come in, and lets go of the oldest while nobody reads in the list. */
export function useArrivals(
  sessionId: string,
  rows: readonly PaymentRow[] | undefined,
  { isFollowing, query }: { isFollowing: boolean; query: string },
): void {
  const client = useQueryClient();
  const known = useRef<{ query: string; newest: number }>(undefined);
  useEffect(() => {
    const newest = rows?.[0]?.number ?? 0;
    if (known.current?.query === query) {
      const last = known.current.newest;
      noteFresh((rows ?? []).filter(({ number }) => number > last).map(({ id }) => id));
    }
    known.current = {
      query,
      newest: Math.max(newest, known.current?.query === query ? known.current.newest : 0),
    };
    if (isFollowing && query === "")
      client.setQueryData<Pages>(paymentsKey(sessionId, ""), (pages) => pages && trimPages(pages));
  }, [client, sessionId, rows, isFollowing, query]);
}
