import { formatCount } from "@/lib/core/format/count";
import { toKobo } from "@/lib/core/format/naira";
import { Ago } from "../shared/format/ago";
import { ChannelSwatch } from "../shared/format/channel";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { Card } from "../shared/layout/card";
import { type Column, DataTable } from "../shared/tables/data-table";
import { RowOpener } from "../shared/tables/table";
import { Avatar } from "../ui/display/avatar";
import type { OperatorJson } from "./api";
import * as texts from "./texts";

/** An operator with their rank on the leaderboard, which does not depend on the search. */
export interface RankedOperator extends OperatorJson {
  rank: number;
}

interface OperatorTableProps {
  operators: readonly RankedOperator[];
  /** The highest takings of any operator, which set the bar scale. */
  most: string;
  selected: string | undefined;
  onOpen: (operatorId: string) => void;
}

/** Returns an amount as a percentage of `most`. */
function percentOf(amount: string, most: string): number {
  const highest = toKobo(most);
  return highest === 0n ? 0 : Number((toKobo(amount) * 10_000n) / highest) / 100;
}

/** An operator's takings by transfer and by POS, on the scale of the highest takings. */
function ChannelBar({ operator: { transfers, pos }, most }: { operator: OperatorJson; most: string }) {
  const parts = [
    { name: "transfer", width: percentOf(transfers.amount, most), fill: "bg-transfer" },
    { name: "pos", width: percentOf(pos.amount, most), fill: "bg-pos" },
  ];
  return (
    <span aria-hidden className="flex h-1.5 w-full gap-px">
      {parts.map(({ name, width, fill }) =>
        width > 0 ? (
          <span
            key={name}
            className={`min-w-1 rounded-[2px] first:rounded-l-full last:rounded-r-full ${fill}`}
            style={{ width: `${width}%` }}
          />
        ) : null,
      )}
    </span>
  );
}

/** An operator's current terminals, or when they left the last one. */
export function OperatorLocation({ operator: { terminals, to, from } }: { operator: OperatorJson }) {
  if (terminals.length > 0)
    return terminals.map(({ terminal_id, label, location }, index) => (
      <span key={terminal_id}>
        {index > 0 && ", "}
        {label} <span className="text-ink-3">{location}</span>
      </span>
    ));
  if (to)
    return (
      <span className="text-ink-3">
        {texts.offShift}
        <Instant at={to} as="minute" />
      </span>
    );
  return <span className="text-ink-3">{from ? texts.offShiftLabel : texts.noTerminal}</span>;
}

export function Shift({ operator: { from, to } }: { operator: OperatorJson }) {
  if (!from) return <span className="text-ink-3">–</span>;
  return (
    <span className="whitespace-nowrap">
      <Instant at={from} as="minute" /> – {to ? <Instant at={to} as="minute" /> : "now"}
    </span>
  );
}

function columnsOf({ most, onOpen }: OperatorTableProps): Column<RankedOperator>[] {
  return [
    {
      key: "rank",
      title: <span className="sr-only">{texts.rank}</span>,
      className: "w-8",
      cell: ({ rank }) => <span className="figures text-ink-3">{rank}</span>,
    },
    {
      key: "operator",
      title: texts.operator,
      head: true,
      cell: ({ id, name, role }) => (
        <span className="flex items-center gap-2.5">
          <Avatar name={name} className="size-8" />
          <span className="min-w-0 max-w-60">
            <RowOpener className="block max-w-full truncate" title={name} onClick={() => onOpen(id)}>
              {name}
            </RowOpener>
            <span className="block truncate text-ink-3 text-meta first-letter:uppercase">{role}</span>
          </span>
        </span>
      ),
    },
    {
      key: "taken",
      title: texts.taken,
      end: true,
      cell: ({ amount }) => <Naira amount={amount} size="row" />,
    },
    {
      key: "count",
      title: texts.count,
      end: true,
      cell: ({ count }) => <span className="figures text-ink-2">{formatCount(count)}</span>,
    },
    {
      key: "channels",
      title: <Legend />,
      priority: 2,
      className: "w-40 pl-4",
      cell: (one) => <ChannelBar operator={one} most={most} />,
    },
    { key: "where", title: texts.where, priority: 3, cell: (one) => <OperatorLocation operator={one} /> },
    { key: "shift", title: "Shift", priority: 3, cell: (one) => <Shift operator={one} /> },
    {
      key: "last",
      title: texts.lastPayment,
      priority: 3,
      cell: ({ last_payment_at: at }) => (at ? <Ago at={at} /> : <span className="text-ink-3">–</span>),
    },
  ];
}

function Legend() {
  return (
    <span className="inline-flex items-center gap-2 pl-2">
      <span className="inline-flex items-center gap-1.5">
        <ChannelSwatch channel="bank_transfer" />
        {texts.transfer}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <ChannelSwatch channel="pos" />
        {texts.pos}
      </span>
    </span>
  );
}

/** Table of operators by takings, highest first. */
export function OperatorTable(props: OperatorTableProps) {
  return (
    <Card className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
      <DataTable
        label={texts.operators}
        columns={columnsOf(props)}
        rows={props.operators}
        rowKey={({ id }) => id}
        selected={props.selected}
        failed={undefined}
        empty={undefined}
        noneFound={undefined}
        rowClassName="h-[50px]"
        asItem={(operator) => <OperatorItem {...props} operator={operator} />}
      />
    </Card>
  );
}

function OperatorItem({ operator, most, onOpen }: OperatorTableProps & { operator: RankedOperator }) {
  const { id, name, role, amount, last_payment_at: at } = operator;
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <Avatar name={name} className="size-9" />
      <div className="min-w-0 flex-1">
        <RowOpener className="block max-w-full truncate font-semibold text-touch" onClick={() => onOpen(id)}>
          {name}
        </RowOpener>
        <p className="truncate text-body text-ink-2 first-letter:uppercase">
          {role} · <OperatorLocation operator={operator} />
        </p>
        <div className="mt-1.5">
          <ChannelBar operator={operator} most={most} />
        </div>
      </div>
      <div className="min-w-29 shrink-0 text-right">
        <Naira amount={amount} size="row" className="text-touch" />
        <p className="text-ink-3 text-meta">{at ? <Ago at={at} /> : texts.noPaymentYet}</p>
      </div>
    </div>
  );
}
