"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { useQueryParams } from "../../shared/requests/use-query-params";
import { usePageActions } from "../../shell/commands/use-page-actions";
import type { OperatorChoice } from "../detail/assign-menu";
import { useAssign } from "../detail/use-assign";
import { FILTER_NAMES, readFilters, toFilterQuery } from "../filters";
import type { PaymentsPageJson } from "../payment-pages";
import { usePayments } from "../use-payments";
import * as texts from "./texts";
import { useFreezeList } from "./use-freeze-list";
import { useNewPayments } from "./use-new-payments";

interface PanelInput {
  sessionId: string;
  may: { assign: boolean; exports: boolean };
  operators: readonly OperatorChoice[];
  initial?: { query: string; page: PaymentsPageJson } | undefined;
}

const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]));

/** Opens the export menu by a key press on its button, which the menu handles. */
function pressExport(list: HTMLElement | null): void {
  const button = list?.querySelector<HTMLElement>("[data-export-key]");
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}

/**
 * State and actions of the payments panel: the filters in the URL, the listed rows, and the number of rows
 * held back.
 */
export function usePaymentsPanel({ sessionId, may, operators, initial }: PanelInput) {
  const { params, go, adjust } = useQueryParams();
  const filters = readFilters(params);
  const query = toFilterQuery(filters);
  const openId = params.get("payment") ?? undefined;
  const list = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [isPausedByChoice, setPaused] = useState(false);
  const payments = usePayments({ sessionId, query, initial });
  const isClosed = payments.live.figures?.status === "closed";
  const isPaused = isPausedByChoice && !isClosed;
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = payments;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const { ceiling, catchUp } = useFreezeList({ list, top, isPaused, newest: rows?.[0]?.sequence ?? 0 });
  useNewPayments(sessionId, payments.isPlaceholderData ? undefined : rows, {
    list,
    query,
    isFollowing: ceiling === undefined,
  });
  const shown = useMemo(
    () => (ceiling === undefined ? rows : rows?.filter(({ sequence }) => sequence <= ceiling)),
    [rows, ceiling],
  );
  const assign = useAssign(sessionId);
  const assigning = useMemo(
    () => (may.assign ? { operators, assign } : undefined),
    [may.assign, operators, assign],
  );
  const pause = useCallback(() => setPaused((paused) => !paused), []);
  usePageActions([
    ...(isClosed
      ? []
      : [{ name: isPaused ? texts.letThePaymentsComeIn : texts.pauseThePayments, key: "p", run: pause }]),
    ...(may.exports ? [{ name: texts.exportPayments, key: "e", run: () => pressExport(list.current) }] : []),
  ]);
  return {
    filters,
    query,
    openId,
    list,
    top,
    isPaused,
    isStale: payments.live.state === "stale",
    pause: isClosed ? undefined : pause,
    payments,
    rows,
    shown,
    assigning,
    catchUp,
    go,
    adjust,
    first: data?.pages[0],
    waiting: (rows?.length ?? 0) - (shown?.length ?? 0),
    open: useCallback((id: string | undefined) => go({ payment: id }), [go]),
    more: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    hasMore: hasNextPage && !isFetchingNextPage,
    clear: () => go(NO_FILTERS),
  };
}

export type Panel = ReturnType<typeof usePaymentsPanel>;
