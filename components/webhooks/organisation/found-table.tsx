import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/format/count";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Instant } from "../../shared/format/instant";
import { type Column, DataTable } from "../../shared/tables/data-table";
import { RowLink } from "../../shared/tables/table";
import { CopyId } from "../../ui/feedback/copy-id";
import { Checkbox } from "../../ui/forms/checkbox";
import { deliveryHref, type FoundDeliveryJson, shortId } from "../api";
import { OutcomeChip } from "../delivery/outcome-chip";
import { endpointName } from "../endpoints/endpoint-name";
import * as texts from "./texts";
import type { Selection } from "./use-selection";

interface FoundTableProps {
  rows: readonly FoundDeliveryJson[] | undefined;
  /** The chosen rows; undefined without the permission to replay. */
  selection: Selection | undefined;
  /** Whether the rows can be of several days. */
  showsDays: boolean;
  failed: ReactNode;
  empty: ReactNode;
  noneFound: ReactNode;
}

type Shown = Pick<FoundTableProps, "selection" | "showsDays">;

/** Table of the deliveries of all events, newest first; each row opens the delivery's page. */
export function FoundTable({ rows, selection, showsDays, ...states }: FoundTableProps) {
  return (
    <DataTable
      label={texts.deliveries}
      columns={columnsOf({ selection, showsDays })}
      rows={rows}
      rowKey={({ id }) => id}
      expected={12}
      asItem={(row) => <Item row={row} selection={selection} showsDays={showsDays} />}
      {...states}
    />
  );
}

/** Why the last attempt failed; nothing for a delivered event. */
const reasonOf = ({ outcome, error, attempts }: FoundDeliveryJson) =>
  outcome === "delivered" ? "" : (error ?? (attempts === 0 ? texts.noAttemptsYet : ""));

const formatTook = ({ duration_ms: ms }: FoundDeliveryJson) =>
  ms === null ? "–" : texts.ms(formatCount(ms));

function SelectBox({ row, selection }: { row: FoundDeliveryJson; selection: Selection }) {
  return (
    <label className="relative z-1 inline-grid size-6 place-items-center md:-ml-1 max-md:size-11">
      <Checkbox
        aria-label={texts.select(shortId(row.id))}
        disabled={row.endpoint.is_removed}
        checked={selection.has(row.id)}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
  );
}

const selectColumn = (selection: Selection): Column<FoundDeliveryJson> => ({
  key: "select",
  // A phone shows the table only without rows: there is nothing to select, but the column keeps its name.
  title: (
    <>
      <span className="sr-only md:hidden">{texts.selection}</span>
      <Checkbox
        aria-label={texts.selectAllShown}
        className="align-middle max-md:hidden"
        checked={selection.areAllChosen}
        disabled={selection.isEmpty}
        onChange={selection.toggleAll}
      />
    </>
  ),
  className: "w-8 pr-0",
  cell: (row) => <SelectBox row={row} selection={selection} />,
});

const columnsOf = ({ selection, showsDays }: Shown): Column<FoundDeliveryJson>[] => [
  ...(selection ? [selectColumn(selection)] : []),
  {
    key: "created",
    title: texts.recorded,
    cell: ({ created_at: at }) => (
      <Instant at={at} as={showsDays ? "day-time" : "time"} className="text-ink-2" />
    ),
  },
  {
    key: "session",
    title: texts.eventLabel,
    priority: 3,
    className: "max-w-40 truncate",
    cell: ({ session_name: name }) => {
      const text = stripInvisibleCharacters(name);
      return <span title={text}>{text}</span>;
    },
  },
  {
    key: "id",
    title: texts.delivery,
    head: true,
    cell: ({ session_id: sessionId, id }) => (
      <span className="flex items-center gap-1">
        <RowLink
          href={deliveryHref(sessionId, id)}
          className="whitespace-nowrap font-mono font-normal text-meta"
          title={id}
        >
          {shortId(id)}
        </RowLink>
        <CopyId id={id} name={texts.deliveryId} />
      </span>
    ),
  },
  {
    key: "type",
    title: texts.type,
    priority: 4,
    cell: ({ event_type: type }) => <code className="font-mono text-ink-2 text-meta">{type}</code>,
  },
  {
    key: "endpoint",
    title: texts.endpoint,
    priority: 3,
    className: "max-w-40 truncate",
    cell: ({ endpoint }) => <span title={endpoint.url}>{endpointName(endpoint)}</span>,
  },
  {
    key: "outcome",
    title: texts.outcome,
    cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
  },
  {
    key: "reason",
    title: texts.reason,
    priority: 2,
    className: "w-full max-w-0 truncate text-ink-2",
    cell: (row) => <span title={reasonOf(row) || undefined}>{reasonOf(row)}</span>,
  },
  {
    key: "attempts",
    title: texts.attempts,
    end: true,
    priority: 2,
    cell: ({ attempts }) => <span className="figures text-ink-2">{formatCount(attempts)}</span>,
  },
  {
    key: "took",
    title: texts.took,
    end: true,
    priority: 4,
    className: "whitespace-nowrap",
    cell: (row) => <span className="figures text-ink-2">{formatTook(row)}</span>,
  },
];

function Item({ row, selection, showsDays }: Shown & { row: FoundDeliveryJson }) {
  return (
    <div className="flex min-h-16 items-center gap-2 px-4 py-2.5">
      {selection && (
        <span className="-ml-3">
          <SelectBox row={row} selection={selection} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <RowLink
          href={deliveryHref(row.session_id, row.id)}
          className="block truncate font-mono font-normal text-meta"
        >
          {shortId(row.id)}
        </RowLink>
        <span className="flex min-w-0 items-center gap-2 text-ink-3 text-meta">
          <Instant at={row.created_at} as={showsDays ? "day-time" : "time"} />
          <span className="truncate">{reasonOf(row) || endpointName(row.endpoint)}</span>
        </span>
      </div>
      <OutcomeChip outcome={row.outcome} />
    </div>
  );
}
