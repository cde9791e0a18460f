"use client";

import { useQuery } from "@tanstack/react-query";
import { useIsClosed, useRefetchOnChange } from "../event-live/refetch-on-change";
import type { BooksWire, SettlementWire } from "../reconciliation/wire";
import { asApiError, getJson } from "../shared/api";
import { ErrorPanel } from "../shared/error-panel";
import { MoneyHead } from "../shared/money-head";
import { SERVER_ERROR_TEXT } from "../shared/server-error-text";
import { useQueryParams } from "../shared/use-query-params";
import { Button } from "../ui/button";
import { ByDateChart } from "./by-date-chart";
import { type DayFilter, linesOf } from "./days";
import { DaysCard } from "./days-card";
import { SettledCard } from "./settled-card";
import type { PartsWire } from "./wire";

interface SettlementViewProps {
  sessionId: string;
  isClosed: boolean;
  /** As the page was read on the server. */
  books: BooksWire;
  settlement: SettlementWire;
}

const dayOf = (text: string | undefined) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

function useFilter() {
  const address = useQueryParams();
  const filter: DayFilter = {
    from: dayOf(address.get("from")),
    to: dayOf(address.get("to")),
    channel: address.get("channel"),
  };
  const change = (changes: Partial<DayFilter>) => address.adjust({ ...changes });
  return { filter, change };
}

/** What of an event's takings has reached the client's account, and when. */
export function SettlementView(props: SettlementViewProps) {
  const { sessionId } = props;
  const base = `/api/dashboard/sessions/${sessionId}`;
  const { filter, change } = useFilter();
  const books = useQuery({
    queryKey: ["session", sessionId, "books"],
    queryFn: ({ signal }) => getJson<BooksWire>(`${base}/reconciliation`, signal),
    initialData: props.books,
  });
  const settlement = useQuery({
    queryKey: ["session", sessionId, "settlement"],
    queryFn: ({ signal }) => getJson<SettlementWire>(`${base}/settlement`, signal),
    initialData: props.settlement,
  });
  useRefetchOnChange(sessionId, Math.min(books.data.version, settlement.data.version));
  const isClosed = useIsClosed(sessionId, props.isClosed);
  const parts = useQuery({
    queryKey: ["session", sessionId, "settlement-parts", settlement.data.total_settled],
    queryFn: ({ signal }) => getJson<PartsWire>(`${base}/settlement/parts`, signal),
    enabled: settlement.data.settled_count > 0,
  });
  const isWaiting = Boolean(filter.channel) && parts.isPending && settlement.data.settled_count > 0;
  const lines = isWaiting ? undefined : linesOf(settlement.data, parts.data?.rows, filter);
  return (
    <>
      <MoneyHead page="settlement" isClosed={isClosed} asOf={settlement.data.generated_at} />
      <div className="grid grid-cols-1 gap-3 pb-6">
        <SettledCard settlement={settlement.data} books={books.data} />
        {lines && lines.length > 0 && <ByDateChart lines={lines} />}
        <DaysCard
          lines={lines}
          dayCount={new Set(lines?.map(({ date }) => date)).size}
          filter={filter}
          onFilter={change}
          failed={parts.isError && <PartsFailed error={parts.error} onRetry={() => void parts.refetch()} />}
        />
      </div>
    </>
  );
}

function PartsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorPanel
      title="The settlement days did not load"
      reference={asApiError(error).requestId}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {SERVER_ERROR_TEXT}
    </ErrorPanel>
  );
}
