"use client";

import { useQuery } from "@tanstack/react-query";
import { useIsClosed, useRefetchOnChange } from "../live-feed/refetch-on-change";
import type { LedgerJson, SettlementJson } from "../reconciliation/api";
import { LoadFailed } from "../shared/layout/error-panel";
import { MoneyPageHeader } from "../shared/layout/money-page-header";
import { getJson } from "../shared/requests/api";
import { useQueryParams } from "../shared/requests/use-query-params";
import type { SettlementBreakdownJson } from "./api";
import { ByDateChart } from "./by-date-chart";
import { type DayFilter, toDayLines } from "./days";
import { DaysCard } from "./days-card";
import { SettledCard } from "./settled-card";

interface SettlementViewProps {
  sessionId: string;
  isClosed: boolean;
  /** Data read while rendering on the server. */
  ledger: LedgerJson;
  settlement: SettlementJson;
}

const parseDay = (text: string | undefined) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

function useFilter() {
  const address = useQueryParams();
  const filter: DayFilter = {
    from: parseDay(address.get("from")),
    to: parseDay(address.get("to")),
    channel: address.get("channel"),
  };
  const change = (changes: Partial<DayFilter>) => address.adjust({ ...changes });
  return { filter, change };
}

/** Settlement of an event: settled and awaiting amounts, and the settlement days. */
export function SettlementView(props: SettlementViewProps) {
  const { sessionId } = props;
  const base = `/api/dashboard/sessions/${sessionId}`;
  const { filter, change } = useFilter();
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
  const parts = useQuery({
    queryKey: ["session", sessionId, "settlement-breakdown", settlement.data.total_settled],
    queryFn: ({ signal }) => getJson<SettlementBreakdownJson>(`${base}/settlement/breakdown`, signal),
    enabled: settlement.data.settled_count > 0,
  });
  const isWaiting = Boolean(filter.channel) && parts.isPending && settlement.data.settled_count > 0;
  const lines = isWaiting ? undefined : toDayLines(settlement.data, parts.data?.rows, filter);
  return (
    <>
      <MoneyPageHeader page="settlement" isClosed={isClosed} asOf={settlement.data.generated_at} />
      <div className="grid grid-cols-1 gap-3 pb-6">
        <SettledCard settlement={settlement.data} ledger={ledger.data} />
        {lines && lines.length > 0 && <ByDateChart lines={lines} />}
        <DaysCard
          lines={lines}
          dayCount={new Set(lines?.map(({ date }) => date)).size}
          filter={filter}
          onFilter={change}
          failed={
            parts.isError && (
              <LoadFailed
                title="The settlement days did not load"
                error={parts.error}
                onRetry={() => void parts.refetch()}
              />
            )
          }
        />
      </div>
    </>
  );
}
