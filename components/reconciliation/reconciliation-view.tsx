"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { toKeyOf } from "@/lib/core/keys";
import { EXCEPTION_REASONS, type ExceptionReason } from "@/lib/exceptions/labels";
import { useIsClosed, useRefetchOnChange } from "../live-feed/refetch-on-change";
import { RefundQueueCard } from "../refunds/queue-card";
import { LoadFailed } from "../shared/layout/error-panel";
import { MoneyPageHeader } from "../shared/layout/money-page-header";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import { rowSteps } from "../shared/tables/row-steps";
import { ShowOlder } from "../shared/tables/show-older";
import type { ExceptionsJson, LedgerJson, NamedTerminal, SettlementJson } from "./api";
import { ExceptionDrawer } from "./exception-drawer";
import { ExceptionsCard, type QueueState } from "./exceptions-card";
import { LedgerSummary } from "./ledger-summary";
import { LedgerTotals } from "./ledger-totals";
import { OtherChannels } from "./other-channels";
import * as texts from "./texts";

interface ReconciliationViewProps {
  sessionId: string;
  isClosed: boolean;
  mayResolve: boolean;
  mayRefund: boolean;
  terminals: readonly NamedTerminal[];
  /** Data read while rendering on the server. */
  ledger: LedgerJson;
  settlement: SettlementJson;
  exceptions: ExceptionsJson;
  /** Filters that `exceptions` were read with. */
  asked: { state: QueueState; reason: ExceptionReason | undefined };
}

/** The exception queue by the filters in the URL, page by page. */
function useQueue({ sessionId, exceptions, asked }: ReconciliationViewProps) {
  const address = useQueryParams();
  const state: QueueState = address.get("state") === "resolved" ? "resolved" : "open";
  const reason = toKeyOf(EXCEPTION_REASONS, address.get("kind"));
  const isAsked = state === asked.state && reason === asked.reason;
  const query = useInfiniteQuery({
    queryKey: ["session", sessionId, "exceptions", state, reason ?? ""],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({
        state,
        ...(reason && { reason }),
        ...(pageParam && { before: pageParam }),
      });
      return getJson<ExceptionsJson>(`/api/dashboard/sessions/${sessionId}/exceptions?${search}`, signal);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    ...(isAsked && { initialData: { pages: [exceptions], pageParams: [""] } }),
  });
  return { address, state, reason, query, rows: query.data?.pages.flatMap(({ rows }) => rows) };
}

/** Reconciliation of an event: its ledger totals and its exceptions. */
export function ReconciliationView(props: ReconciliationViewProps) {
  const { sessionId } = props;
  const base = `/api/dashboard/sessions/${sessionId}`;
  const ledger = useQuery({
    queryKey: ["session", sessionId, "ledger"],
    queryFn: ({ signal }) => getJson<LedgerJson>(`${base}/reconciliation`, signal),
    initialData: props.ledger,
  });
  const settlement = useQuery({
    queryKey: ["session", sessionId, "settlement"],
    queryFn: ({ signal }) => getJson<SettlementJson>(`${base}/settlement`, signal),
    initialData: props.settlement,
  });
  useRefetchOnChange(sessionId, Math.min(ledger.data.version, settlement.data.version));
  const isClosed = useIsClosed(sessionId, props.isClosed);
  return (
    <>
      <MoneyPageHeader page="reconciliation" isClosed={isClosed} asOf={ledger.data.reconciled_at} />
      <div className="grid grid-cols-1 gap-3 pb-6" data-version={ledger.data.version}>
        <LedgerSummary ledger={ledger.data} settlement={settlement.data} />
        {props.mayRefund && <RefundQueueCard />}
        <Queue {...props} />
        <LedgerTotals ledger={ledger.data} terminals={props.terminals} />
      </div>
    </>
  );
}

function Queue(props: ReconciliationViewProps) {
  const { sessionId, mayResolve } = props;
  const { address, state, reason, query, rows } = useQueue(props);
  const page = query.data?.pages.at(-1);
  const client = useQueryClient();
  const open = address.get("exception");
  const openException = (id: string | undefined) => address.go({ exception: id });
  const failed = query.isError && !rows && (
    <LoadFailed title={texts.theExceptionsDidNotLoad} error={query.error} onRetry={() => query.refetch()} />
  );
  return (
    <>
      <ExceptionsCard
        page={page}
        rows={rows}
        state={state}
        reason={reason}
        selected={open}
        failed={failed}
        onState={(next) => address.go({ state: next === "open" ? undefined : next })}
        onReason={(next) => address.go({ kind: next })}
        onOpen={openException}
        more={<ShowOlder query={query} />}
      />
      {page && <OtherChannels sessionId={sessionId} volumes={page.other_channels} />}
      {open && (
        <ExceptionDrawer
          sessionId={sessionId}
          exceptionId={open}
          known={rows?.find(({ id }) => id === open)}
          mayResolve={mayResolve}
          onClose={() => openException(undefined)}
          {...rowSteps(
            rows?.map(({ id }) => id),
            open,
            openException,
          )}
          onResolved={() => {
            openException(undefined);
            void client.invalidateQueries({ queryKey: ["session", sessionId] });
          }}
        />
      )}
    </>
  );
}
