import { useState } from "react";
import { Check } from "@/components/ui/icons/icons";
import { formatCount } from "@/lib/core/format/count";
import { formatDate } from "@/lib/core/format/format-date";
import { ChannelCell, channelStyle } from "../shared/format/channel";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState, NoMatch } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import { DateInput } from "../ui/dates/date-input";
import { Skeleton } from "../ui/display/skeleton";
import { FilterChip } from "../ui/forms/filter-chip";
import { DropdownMenu, MenuItem } from "../ui/overlays/dropdown-menu";
import { type DayFilter, type DayLine, findDayFilter } from "./days";
import * as texts from "./texts";

interface DaysCardProps {
  lines: readonly DayLine[] | undefined;
  dayCount: number;
  filter: DayFilter;
  failed: React.ReactNode;
  onFilter: (changes: Partial<DayFilter>) => void;
}

const pending = <Skeleton className="h-3 w-24" />;

const COLUMNS: Column<DayLine>[] = [
  {
    key: "date",
    title: texts.settlementDate,
    head: true,
    cell: ({ date }) => <span className="font-medium">{formatDate(date)}</span>,
  },
  { key: "count", title: texts.count, end: true, cell: ({ count }) => formatCount(count) },
  {
    key: "channel",
    title: texts.channel,
    priority: 2,
    cell: ({ breakdown }) => (breakdown ? <ChannelCell channel={breakdown.channel} /> : pending),
  },
  {
    key: "reference",
    title: texts.bankReference,
    priority: 3,
    cell: ({ breakdown }) =>
      breakdown ? (
        <code className="font-mono text-ink-2 text-meta">{breakdown.reference || "–"}</code>
      ) : (
        pending
      ),
  },
  {
    key: "landed",
    title: texts.reported,
    priority: 4,
    cell: ({ breakdown }) =>
      breakdown ? breakdown.landed_at ? <Instant at={breakdown.landed_at} as="day-time" /> : "–" : pending,
  },
  { key: "status", title: texts.status, priority: 3, cell: () => <Settled /> },
  { key: "amount", title: texts.amount, end: true, cell: ({ total }) => <Naira amount={total} size="row" /> },
];

/** Table of settled amounts by day, channel and bank reference. */
export function DaysCard({ lines, dayCount, filter, failed, onFilter }: DaysCardProps) {
  const isFiltered = Boolean(filter.from || filter.to || filter.channel);
  return (
    <Card aria-label={texts.byDate}>
      <CardHead title={texts.byDate} count={texts.countDaysSettled(dayCount)}>
        <ChannelFilter channel={filter.channel} onChannel={(channel) => onFilter({ channel })} />
        <DayInput name={texts.from} value={filter.from} onChange={(from) => onFilter({ from })} />
        <DayInput name={texts.to} value={filter.to} onChange={(to) => onFilter({ to })} />
      </CardHead>
      <DataTable
        label={texts.settledByDate}
        columns={COLUMNS}
        rows={lines}
        rowKey={({ key }) => key}
        failed={failed}
        expected={6}
        asItem={(line) => <Item line={line} />}
        noneFound={
          isFiltered && (
            <NoMatch
              title={texts.nothingMatchesTheseFilters}
              clearLabel={texts.clearTheFilters}
              onClear={() => onFilter({ from: undefined, to: undefined, channel: undefined })}
            />
          )
        }
        empty={<EmptyState title={texts.nothingSettledYet}>{texts.paymentsShowHereOnceReported}</EmptyState>}
      />
    </Card>
  );
}

function Settled() {
  return (
    <span className="inline-flex items-center gap-2 text-ink-3">
      <Check aria-hidden strokeWidth={2} className="size-3.5 text-brand" />
      {texts.settled}
    </span>
  );
}

const CHANNELS = ["bank_transfer", "pos"];

function ChannelFilter(props: {
  channel: string | undefined;
  onChannel: (channel: string | undefined) => void;
}) {
  const { channel, onChannel } = props;
  return (
    <DropdownMenu
      label={texts.channel}
      trigger={
        <FilterChip
          label={texts.channel}
          chosen={channel && channelStyle(channel).name}
          onClear={() => onChannel(undefined)}
        />
      }
    >
      {CHANNELS.map((one) => (
        <MenuItem key={one} onSelect={() => onChannel(one)}>
          {channelStyle(one).name}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}

interface DayInputProps {
  name: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A labelled day; once the field is left, a text that is no date is marked and filters nothing. */
function DayInput({ name, value = "", onChange }: DayInputProps) {
  const [typed, setTyped] = useState({ text: value, isLeft: false });
  const [given, setGiven] = useState(value);
  const filter = findDayFilter(typed);
  if (given !== value) {
    setGiven(value);
    if (filter !== value) setTyped({ text: value, isLeft: false });
  }
  function change(next: typeof typed) {
    setTyped(next);
    const day = findDayFilter(next);
    if (day !== undefined && day !== value) onChange(day || undefined);
  }
  return (
    <span className="flex items-center gap-1.5 text-ink-2 text-meta">
      <span aria-hidden className="max-md:min-w-8">
        {name}
      </span>
      <DateInput
        size="small"
        name={texts.namedDay(name)}
        aria-label={texts.namedDay(name)}
        aria-invalid={(typed.text !== "" && filter === "") || undefined}
        placeholder={texts.anyDay}
        boxClassName="w-36"
        value={typed.text}
        onChange={(text) => change({ text, isLeft: false })}
        onBlur={() => change({ ...typed, isLeft: true })}
      />
    </span>
  );
}

function Item({ line: { date, count, total, breakdown } }: { line: DayLine }) {
  return (
    <div className="flex min-h-16 items-center justify-between gap-3 px-4 py-2.5">
      <div className="min-w-0">
        <span className="block font-medium text-touch">{formatDate(date)}</span>
        <span className="flex gap-1.5 text-ink-3 text-meta">
          {texts.countPayments(count)}
          {breakdown && <> · {channelStyle(breakdown.channel).short}</>}
        </span>
      </div>
      <Naira amount={total} size="row" className="text-touch" />
    </div>
  );
}
