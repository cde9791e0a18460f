"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Download } from "@/components/ui/icons/icons";
import { Upload } from "@/components/ui/icons/late-icons";
import { useIsClosed, useRefetchOnChange } from "../live-feed/refetch-on-change";
import type { LedgerJson, SettlementJson } from "../reconciliation/api";
import { LoadFailed } from "../shared/layout/error-panel";
import { MoneyPageHeader } from "../shared/layout/money-page-header";
import { getJson } from "../shared/requests/api";
import { DownloadLink } from "../shared/requests/download-link";
import { useQueryParams } from "../shared/requests/use-query-params";
import { Button } from "../ui/forms/button";
import { LazyPart, prefetch } from "../ui/overlays/lazy";
import type { SettlementBreakdownJson, SettlementLedgerJson } from "./api";
import { AwaitingCard } from "./awaiting-card";
import { ByDateChart } from "./by-date-chart";
import { type DayFilter, toDayLines } from "./days";
import { DaysCard } from "./days-card";
import { SettledCard } from "./settled-card";
import { SettlementsCard } from "./settlements-card";
import * as texts from "./texts";

interface SettlementViewProps {
  sessionId: string;
  isClosed: boolean;
  mayImport: boolean;
  /** Data read while rendering on the server. */
  ledger: LedgerJson;
  settlement: SettlementJson;
}

/** The ledger of an event without payments, which is not requested. */
const NO_SETTLEMENTS: SettlementLedgerJson = { settlements: [], has_more: false, awaiting: [] };

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

/**
 * Reads the settlement, the ledger, the settlements and the breakdown of the settlement days, again when the event changes. The
 * last two read the payments, so they follow the page.
 */
function useSettlement({ sessionId, ...initial }: SettlementViewProps) {
  const base = `/api/dashboard/sessions/${sessionId}`;
  const { data: ledger } = useQuery({
    queryKey: ["session", sessionId, "ledger"],
    queryFn: ({ signal }) => getJson<LedgerJson>(`${base}/reconciliation`, signal),
    initialData: initial.ledger,
  });
  const { data: settlement } = useQuery({
    queryKey: ["session", sessionId, "settlement"],
    queryFn: ({ signal }) => getJson<SettlementJson>(`${base}/settlement`, signal),
    initialData: initial.settlement,
  });
  useRefetchOnChange(sessionId, Math.min(ledger.version, settlement.version));
  const parts = useQuery({
    queryKey: ["session", sessionId, "settlement-breakdown", settlement.total_settled],
    queryFn: ({ signal }) => getJson<SettlementBreakdownJson>(`${base}/settlement/breakdown`, signal),
    enabled: settlement.settled_count > 0,
  });
  const settlements = useQuery({
    queryKey: ["session", sessionId, "settlements", settlement.version],
    queryFn: ({ signal }) => getJson<SettlementLedgerJson>(`${base}/settlement/ledger`, signal),
    enabled: ledger.transaction_count > 0,
    placeholderData: keepPreviousData,
  });
  return { ledger, settlement, parts, settlements, isClosed: useIsClosed(sessionId, initial.isClosed) };
}

/** Settlement of an event: settled and awaiting amounts, and the settlement days. */
export function SettlementView(props: SettlementViewProps) {
  const { filter, change } = useFilter();
  const { ledger, settlement, parts, settlements, isClosed } = useSettlement(props);
  const isWaiting = Boolean(filter.channel) && parts.isPending && settlement.settled_count > 0;
  const lines = isWaiting ? undefined : toDayLines(settlement, parts.data?.rows, filter);
  return (
    <>
      <MoneyPageHeader
        page="settlement"
        isClosed={isClosed}
        asOf={settlement.generated_at}
        actions={<Actions sessionId={props.sessionId} mayImport={props.mayImport} />}
      />
      <div className="grid grid-cols-1 gap-3 pb-6">
        <SettledCard settlement={settlement} ledger={ledger} awaiting={settlements.data?.awaiting} />
        {lines && lines.length > 0 && <ByDateChart lines={lines} />}
        <AwaitingCard awaiting={settlements.data?.awaiting ?? []} />
        <DaysCard
          lines={lines}
          dayCount={new Set(lines?.map(({ date }) => date)).size}
          filter={filter}
          onFilter={change}
          failed={
            parts.isError && (
              <LoadFailed
                title={texts.theSettlementDaysDidNotLoad}
                error={parts.error}
                onRetry={() => void parts.refetch()}
              />
            )
          }
        />
        <SettlementsCard
          ledger={ledger.transaction_count === 0 ? NO_SETTLEMENTS : settlements.data}
          failed={
            settlements.isError && (
              <LoadFailed
                title={texts.theSettlementsDidNotLoad}
                error={settlements.error}
                onRetry={() => void settlements.refetch()}
              />
            )
          }
        />
      </div>
    </>
  );
}

function Actions({ sessionId, mayImport }: Pick<SettlementViewProps, "sessionId" | "mayImport">) {
  return (
    <>
      <ExportLink sessionId={sessionId} />
      {mayImport && <ImportButton sessionId={sessionId} />}
    </>
  );
}

/** Downloads the settled payments of the event as CSV. */
function ExportLink({ sessionId }: { sessionId: string }) {
  return (
    <Button asChild>
      <DownloadLink href={`/api/dashboard/sessions/${sessionId}/settlement/export.csv`}>
        <Download aria-hidden />
        {texts.exportLabel}
      </DownloadLink>
    </Button>
  );
}

const fetchDialog = () => import("./import/import-dialog").then((module) => module.ImportDialog);

/** Opens the dialog that imports a settlement file. */
function ImportButton({ sessionId }: { sessionId: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onPointerEnter={() => prefetch(fetchDialog)} onClick={() => setOpen(true)}>
        <Upload aria-hidden />
        {texts.importLabel}
      </Button>
      {isOpen && <LazyPart part={fetchDialog} given={{ sessionId, onClose: close }} onFailed={close} />}
    </>
  );
}
