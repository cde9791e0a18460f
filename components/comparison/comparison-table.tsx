import type { ReactNode } from "react";
import { COMPARISONS } from "@/lib/comparison/labels";
import { toKobo } from "@/lib/core/format/naira";
import { computeAverage } from "@/lib/core/kobo";
import type { VolumeJson } from "@/lib/core/money";
import { Naira } from "../shared/format/money";
import { EmptyState } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import { cn } from "../ui/display/cn";
import { type ComparedEvent, EventHead, EventName } from "./event-head";
import * as texts from "./texts";
import type { ComparisonJson } from "./use-comparison";

type ComparisonRow = ComparisonJson["rows"][number];

const TOTAL = "total";

/**
 * The width of a full bar by the number of events: what the figures of a column leave free. Set by the table's width, so that
 * all bars have one scale, whatever the columns contain.
 */
const BAR_WIDTHS: Record<number, string> = {
  1: "w-[max(0px,calc(100cqw-20rem))]",
  2: "w-[max(0px,calc((100cqw-9rem)/2-11rem))]",
  3: "w-[max(0px,calc((100cqw-9rem)/3-11rem))]",
  4: "w-[max(0px,calc((100cqw-9rem)/4-11rem))]",
  5: "w-[max(0px,calc((100cqw-9rem)/5-10rem))]",
};

/** From so many events on, the columns are too narrow for wide margins and chips. */
const NARROW_FROM = 4;

interface BarProps {
  amount: string;
  greatest: bigint;
  className: string | undefined;
}

/** Percent of the width. A smaller amount has a bar of this width, which is the least that is visible. */
const LEAST_BAR = 2;

/** The bar of an amount; the greatest amount of the table has the full width. */
function Bar({ amount, greatest, className }: BarProps) {
  const kobo = toKobo(amount);
  const percent = greatest === 0n ? 0 : Number((kobo * 1_000n) / greatest) / 10;
  return (
    <svg aria-hidden className={cn("h-1.5 shrink-0", className)}>
      {kobo > 0n && (
        <rect width={`${Math.max(LEAST_BAR, percent)}%`} height="6" rx="3" fill="var(--brand-solid)" />
      )}
    </svg>
  );
}

interface FiguresProps {
  value: VolumeJson;
  className?: string;
}

function Figures({ value: { amount, count }, className }: FiguresProps) {
  return (
    <div className="ml-auto flex flex-col items-end @min-[1000px]/table:min-w-30">
      <Naira amount={amount} size="row" className={cn(className, count === 0 && "font-normal text-ink-3")} />
      <span className="figures text-ink-3 text-meta">{texts.countPayments(count)}</span>
    </div>
  );
}

interface ValueProps {
  value: VolumeJson;
  greatest: bigint;
  barWidth: string | undefined;
}

/** The takings of an event in one row: the bar and the figures beside it. */
function Value({ value, greatest, barWidth }: ValueProps) {
  if (value.count === 0)
    return (
      <div className="text-right text-ink-3">
        <span aria-hidden>–</span>
        <span className="sr-only">{texts.noPayments}</span>
      </div>
    );
  return (
    <div className="flex items-center">
      <Bar amount={value.amount} greatest={greatest} className={barWidth} />
      <Figures value={value} />
    </div>
  );
}

/** The total of an event, with the average payment beside it if the column is wide enough. */
function Total({ value, isNarrow }: { value: VolumeJson; isNarrow: boolean }) {
  const average = computeAverage(toKobo(value.amount), value.count);
  return (
    <div className="flex items-center gap-3">
      {average !== undefined && !isNarrow && (
        <div className="hidden flex-col text-ink-3 text-meta @min-[1000px]/table:flex">
          {texts.average}
          <Naira amount={average} />
        </div>
      )}
      <Figures value={value} className={isNarrow ? "text-section" : "text-drawer"} />
    </div>
  );
}

/** The amounts of a row on a phone, one line for each event. */
function ComparisonItem({ row, events }: { row: ComparisonRow; events: readonly ComparedEvent[] }) {
  return (
    <div className="px-4 py-2.5">
      <div className="font-medium">{row.label}</div>
      {events.map((event, nth) => (
        <div key={event.session_id} className="flex items-center justify-between gap-3 text-ink-2">
          <EventName event={event} className="max-w-40" />
          <Naira amount={row.values[nth]?.amount ?? "0.00"} size="row" />
        </div>
      ))}
    </div>
  );
}

interface ComparisonTableProps {
  comparison: ComparisonJson | undefined;
  failed: ReactNode;
}

/** The lines between the columns, the head of two lines, and the line above the totals. */
const FRAME =
  "[&_thead_th]:py-2.5 [&_thead_th]:align-bottom [&_thead_th+th]:border-l [&_td]:border-l [&_tbody_tr:nth-last-child(2)>*]:[border-bottom-color:var(--border-strong)]";

/** The margins of wide columns: of the heads as of the cells. */
const WIDE_HEADS = "[&_thead_th+th]:@min-[760px]/table:px-4";

function eventColumns({ events, as_of: asOf }: ComparisonJson, greatest: bigint): Column<ComparisonRow>[] {
  const isNarrow = events.length >= NARROW_FROM;
  return events.map((event, nth) => ({
    key: event.session_id,
    title: <EventHead event={event} asOf={asOf} isNarrow={isNarrow} />,
    className: isNarrow ? undefined : "@min-[760px]/table:px-4",
    cell: ({ key, values }) => {
      const value = values[nth];
      if (!value) return null;
      if (key === TOTAL) return <Total value={value} isNarrow={isNarrow} />;
      return <Value value={value} greatest={greatest} barWidth={BAR_WIDTHS[events.length]} />;
    },
  }));
}

/** The rows of a comparison with a column for each event, and the totals. */
export function ComparisonTable({ comparison, failed }: ComparisonTableProps) {
  const { events = [], rows, by = "hour" } = comparison ?? {};
  const amounts = rows?.flatMap(({ values }) => values.map(({ amount }) => toKobo(amount))) ?? [];
  const greatest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
  const total = { key: TOTAL, label: texts.total, values: events.map((event) => event.total) };
  const columns: Column<ComparisonRow>[] = [
    { key: "label", title: COMPARISONS[by], head: true, className: "w-36", cell: ({ label }) => label },
    ...(comparison ? eventColumns(comparison, greatest) : []),
  ];
  return (
    <div className={cn(FRAME, events.length < NARROW_FROM && WIDE_HEADS)}>
      <DataTable
        label={texts.comparison}
        columns={columns}
        rows={rows && (rows.length > 0 ? [...rows, total] : [])}
        rowKey={({ key }) => key}
        rowClassName="[&>*]:py-2"
        failed={failed}
        empty={<EmptyState title={texts.noPaymentsYet}>{texts.noneHasReceivedAPayment}</EmptyState>}
        noneFound={undefined}
        asItem={(row) => <ComparisonItem row={row} events={events} />}
      />
      {rows && rows.length > 0 && (
        <p className="border-edge border-t px-4 py-2.5 text-right text-ink-3 text-meta max-md:hidden">
          {texts.allBarsShareOneScale}
        </p>
      )}
    </div>
  );
}
