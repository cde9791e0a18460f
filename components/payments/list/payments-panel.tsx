"use client";

import { ArrowUp, Pause } from "@/components/ui/icons/icons";
import { Card } from "../../shared/layout/card";
import { EmptyState, NoMatch } from "../../shared/layout/empty";
import { LoadFailed } from "../../shared/layout/error-panel";
import { StalePanel } from "../../shared/layout/stale-panel";
import { Chip } from "../../ui/display/chip";
import { Button } from "../../ui/forms/button";
import { LazyPart, prefetch } from "../../ui/overlays/lazy";
import type { OperatorChoice } from "../detail/assign-menu";
import type { PaymentDetailJson } from "../detail/payment-details";
import { ExportMenu } from "../export-menu";
import { toFilterChoices } from "../filter-options";
import type { PaymentsPageJson } from "../payment-pages";
import { PaymentsSummary } from "../payments-summary";
import { PaymentsToolbar } from "../payments-toolbar";
import { PaymentsTable } from "./payments-table";
import * as texts from "./texts";
import { type Panel, usePaymentsPanel } from "./use-payments-panel";

const fetchDrawer = () => import("../detail/payment-drawer").then((module) => module.PaymentDrawer);
const prefetchDrawer = () => prefetch(fetchDrawer);

export interface PaymentsPanelProps {
  sessionId: string;
  /** Permissions of the member. */
  may: { assign: boolean; reveal: boolean; exports: boolean; replay: boolean; refund: boolean };
  operators: readonly OperatorChoice[];
  /** The server-rendered page and its filters; without filters, the live rows are used. */
  initial?: { query: string; page: PaymentsPageJson } | undefined;
  /** Details of the payment that was open at the time of rendering. */
  opened?: PaymentDetailJson | undefined;
}

/** An event's payments: searchable, filterable, updated live, with details in a drawer. */
export function PaymentsPanel(props: PaymentsPanelProps) {
  const { sessionId, may, opened } = props;
  const panel = usePaymentsPanel(props);
  const { query, first, openId } = panel;
  const isEmpty = query === "" && first?.transaction_count === 0;
  return (
    <Card
      ref={panel.list}
      aria-label={texts.payments}
      onPointerEnter={prefetchDrawer}
      onFocus={prefetchDrawer}
      className="relative max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <StalePanel stale={panel.isStale}>
        {isEmpty ? (
          <div className="px-4 py-2">
            <PaymentsSummary count={0} onClear={panel.clear} />
          </div>
        ) : (
          <PanelBar {...props} panel={panel} />
        )}
        <div ref={panel.top} aria-hidden className="h-px" />
        <NewPaymentsButton count={panel.waiting} onPress={panel.catchUp} />
        <PaymentsBody panel={panel} />
        {isEmpty && <EmptyState title={texts.noPaymentsYet}>{texts.theyAppearByThemselves}</EmptyState>}
      </StalePanel>
      {openId && (
        <LazyPart
          part={fetchDrawer}
          given={{
            sessionId,
            may,
            id: openId,
            rows: panel.shown ?? [],
            initial: opened?.payment.id === openId ? opened : undefined,
            assigning: panel.assigning,
            onOpen: panel.open,
          }}
          onFailed={() => panel.open(undefined)}
        />
      )}
    </Card>
  );
}

function PanelBar({ sessionId, may, operators, panel }: PaymentsPanelProps & { panel: Panel }) {
  const { query, first } = panel;
  return (
    <PaymentsToolbar
      title={
        <PaymentsSummary
          count={first?.transaction_count}
          totals={query ? (first?.totals ?? null) : undefined}
          onClear={panel.clear}
        />
      }
      filters={panel.filters}
      onFilter={panel.go}
      onSearch={(q) => panel.adjust({ q })}
      choices={toFilterChoices(panel.payments.live.figures, operators)}
      isPaused={panel.isPaused}
      onPause={panel.isStale ? undefined : panel.pause}
    >
      {may.exports && <ExportMenu sessionId={sessionId} query={query} />}
      {panel.isStale && <Chip icon={Pause}>{texts.paused}</Chip>}
    </PaymentsToolbar>
  );
}

function PaymentsBody({ panel }: { panel: Panel }) {
  const { payments, rows, shown, query } = panel;
  if (payments.isError && !rows) {
    return (
      <LoadFailed
        title={texts.thePaymentsDidNotLoad}
        error={payments.error}
        onRetry={() => void payments.refetch()}
      />
    );
  }
  if (query && shown?.length === 0 && !payments.hasNextPage) {
    return (
      <NoMatch title={texts.noResults} clearLabel={texts.clear} onClear={panel.clear}>
        {texts.tryFewerWords}
      </NoMatch>
    );
  }
  return (
    <PaymentsTable
      rows={shown}
      isStale={payments.isPlaceholderData}
      count={query ? undefined : panel.first?.transaction_count}
      selected={panel.openId}
      onOpen={panel.open}
      assigning={panel.assigning}
      onMore={panel.hasMore ? panel.more : undefined}
    />
  );
}

/** Button that shows the number of payments received while the list is frozen. */
function NewPaymentsButton({ count, onPress }: { count: number; onPress: () => void }) {
  if (count <= 0) return null;
  return (
    <div className="pointer-events-none sticky top-3 z-20 flex h-0 justify-center">
      <Button
        tone="primary"
        size="small"
        className="pointer-events-auto mt-11 rounded-full shadow-pop"
        onClick={onPress}
      >
        <ArrowUp aria-hidden />
        {texts.countNewPayments(count)}
      </Button>
    </div>
  );
}
