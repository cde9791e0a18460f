import type { ReactNode } from "react";
import { COMPARISONS } from "@/lib/comparison/labels";
import { toKobo } from "@/lib/core/format/naira";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { VolumeJson } from "@/lib/core/money";
import { Naira } from "../shared/format/money";
import { EmptyState } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import { Link } from "../ui/display/link";
import * as texts from "./texts";
import type { ComparisonJson } from "./use-comparison";

type ComparisonRow = ComparisonJson["rows"][number];
type ComparedEvent = ComparisonJson["events"][number];

const TOTAL = "total";

/** The bar of an amount, 100 wide for the greatest one of the table, from the right. */
function barOf(amount: string, greatest: bigint): { x: number; width: number } {
  const width = greatest === 0n ? 0 : Number((toKobo(amount) * 1_000n) / greatest) / 10;
  return { x: 100 - width, width };
}

function Value({ value, greatest }: { value: VolumeJson; greatest: bigint | undefined }) {
  return (
    <div className="flex flex-col items-end gap-0.5">
      <Naira amount={value.amount} size="row" className={value.count === 0 ? "font-normal text-ink-3" : ""} />
      <span className="figures text-ink-3 text-meta">{texts.countPayments(value.count)}</span>
      {greatest !== undefined && (
        <svg aria-hidden viewBox="0 0 100 4" className="h-1 w-24">
          <rect width="100" height="4" rx="2" fill="var(--muted)" />
          <rect {...barOf(value.amount, greatest)} height="4" rx="2" fill="var(--brand-solid)" />
        </svg>
      )}
    </div>
  );
}

const EventName = ({ event }: { event: ComparedEvent }) => (
  <Link
    href={`/events/${event.session_id}`}
    className="inline-block min-h-6 max-w-40 truncate align-bottom leading-6 hover:underline max-md:min-h-11 max-md:min-w-11 max-md:leading-[2.75rem]"
  >
    <bdi>{stripInvisibleCharacters(event.name)}</bdi>
  </Link>
);

/** The amounts of a row on a phone, one line for each event. */
function ComparisonItem({ row, events }: { row: ComparisonRow; events: readonly ComparedEvent[] }) {
  return (
    <div className="px-4 py-2.5">
      <div className="font-medium">{row.label}</div>
      {events.map((event, nth) => (
        <div key={event.session_id} className="flex justify-between gap-3 text-ink-2">
          <EventName event={event} />
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

/** The rows of a comparison with a column for each event, and the totals. */
export function ComparisonTable({ comparison, failed }: ComparisonTableProps) {
  const { events = [], rows, by = "hour" } = comparison ?? {};
  const amounts = rows?.flatMap(({ values }) => values.map(({ amount }) => toKobo(amount))) ?? [];
  const greatest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
  const total = { key: TOTAL, label: texts.total, values: events.map((event) => event.total) };
  const columns: Column<ComparisonRow>[] = [
    { key: "label", title: COMPARISONS[by], head: true, cell: ({ label }) => label },
    ...events.map((event, nth) => ({
      key: event.session_id,
      title: <EventName event={event} />,
      end: true,
      cell: ({ key, values }: ComparisonRow) => {
        const value = values[nth];
        return value && <Value value={value} greatest={key === TOTAL ? undefined : greatest} />;
      },
    })),
  ];
  return (
    <DataTable
      label={texts.comparison}
      columns={columns}
      rows={rows && (rows.length > 0 ? [...rows, total] : [])}
      rowKey={({ key }) => key}
      rowClassName="[&>*]:py-2"
      failed={failed}
      empty={<EmptyState title={texts.noPaymentsYet}>{texts.noneOfTheseEventsHas}</EmptyState>}
      noneFound={undefined}
      asItem={(row) => <ComparisonItem row={row} events={events} />}
    />
  );
}
