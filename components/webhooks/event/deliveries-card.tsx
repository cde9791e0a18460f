import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/format/count";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { keysOf } from "@/lib/core/keys";
import { type DeliveryOutcome, OUTCOMES } from "@/lib/webhooks/labels";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { StatusCell } from "../../shared/format/status";
import { Card, CardHead } from "../../shared/layout/card";
import { type Column, DataTable } from "../../shared/tables/data-table";
import { FilterMenu } from "../../shared/tables/filter-menu";
import { SearchBox } from "../../shared/tables/search-box";
import { RowOpener } from "../../shared/tables/table";
import { CopyId } from "../../ui/feedback/copy-id";
import { type DeliveryRowJson, shortId } from "../api";
import { AttemptMarks, ResponseChip } from "../delivery/attempt-marks";
import * as texts from "./texts";

interface DeliveriesCardProps {
  /** The number of payments that were sent, unless the list is filtered. */
  count: number | undefined;
  rows: readonly DeliveryRowJson[] | undefined;
  outcome: DeliveryOutcome | undefined;
  q: string;
  selected: string | undefined;
  failed: ReactNode;
  empty: ReactNode;
  noneFound: ReactNode;
  actions: ReactNode;
  more: ReactNode;
  onOutcome: (outcome: DeliveryOutcome | undefined) => void;
  onSearch: (q: string) => void;
  onOpen: (id: string) => void;
}

/** Table of a session's webhook deliveries, newest first. */
export function DeliveriesCard(props: DeliveriesCardProps) {
  const { rows, count, outcome, q, selected, failed, empty, noneFound, actions, more, onOpen } = props;
  return (
    <Card aria-label={texts.deliveries}>
      <CardHead title={texts.deliveries} {...(count !== undefined && { count: formatCount(count) })}>
        <SearchBox
          aria-label={texts.searchDeliveries}
          placeholder={texts.paymentOrResponseCode}
          boxClassName="w-64 max-md:order-last max-md:w-full"
          text={q}
          onSearch={props.onSearch}
        />
        <FilterMenu
          label={texts.outcome}
          chosen={outcome}
          options={keysOf(OUTCOMES).map((value) => ({ value, label: OUTCOMES[value] }))}
          onChange={props.onOutcome}
        />
        {actions}
      </CardHead>
      <DataTable
        label={texts.deliveries}
        columns={columnsOf(onOpen)}
        rows={rows}
        rowKey={({ id }) => id}
        selected={selected}
        failed={failed}
        empty={empty}
        noneFound={noneFound}
        expected={12}
        asItem={(row) => <Item row={row} onOpen={onOpen} />}
      />
      {more}
    </Card>
  );
}

const sentAt = (row: DeliveryRowJson) => row.sent_at ?? row.created_at;

const columnsOf = (onOpen: (id: string) => void): Column<DeliveryRowJson>[] => [
  { key: "sent", title: texts.sent, cell: (row) => <Instant at={sentAt(row)} className="text-ink-2" /> },
  {
    key: "payment",
    title: texts.payment,
    head: true,
    cell: (row) => (
      <span className="flex items-center gap-1">
        <RowOpener
          className="font-mono font-normal text-meta"
          title={row.transaction_id}
          onClick={() => onOpen(row.id)}
        >
          {shortId(row.transaction_id)}
        </RowOpener>
        <CopyId id={row.transaction_id} name={texts.paymentId} />
      </span>
    ),
  },
  { key: "amount", title: texts.amount, end: true, cell: (row) => <Naira amount={row.amount} size="row" /> },
  { key: "attempts", title: texts.attempts, cell: (row) => <AttemptMarks marks={row.marks} /> },
  {
    key: "response",
    title: texts.response,
    priority: 2,
    cell: (row) => <ResponseChip status={row.response} isTried={row.sent_at !== null} />,
  },
  {
    key: "took",
    title: texts.took,
    end: true,
    priority: 2,
    cell: (row) => (
      <span className="figures text-ink-2">
        {row.duration_ms === null ? "–" : texts.ms(formatCount(row.duration_ms))}
      </span>
    ),
  },
  {
    key: "event",
    title: texts.eventLabel,
    priority: 4,
    cell: () => <code className="font-mono text-ink-2 text-meta">{texts.transactionReceived}</code>,
  },
  {
    key: "payer",
    title: texts.payer,
    priority: 3,
    cell: (row) => (
      <span className="block max-w-48 truncate" title={row.payer}>
        {formatPayerName(row.payer) || "–"}
      </span>
    ),
  },
  {
    key: "status",
    title: texts.paymentIs,
    priority: 4,
    cell: (row) => <StatusCell status={row.transaction_status} />,
  },
];

function Item({ row, onOpen }: { row: DeliveryRowJson; onOpen: (id: string) => void }) {
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <RowOpener className="block max-w-full truncate text-touch" onClick={() => onOpen(row.id)}>
          {formatPayerName(row.payer) || shortId(row.transaction_id)}
        </RowOpener>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-meta">
          <Instant at={sentAt(row)} />
          <AttemptMarks marks={row.marks} />
          <ResponseChip status={row.response} isTried={row.sent_at !== null} />
        </span>
      </div>
      <Naira amount={row.amount} size="row" className="text-touch" />
    </div>
  );
}
