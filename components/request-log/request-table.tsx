import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/format/count";
import { Instant } from "../shared/format/instant";
import { type Column, DataTable } from "../shared/tables/data-table";
import { RowOpener } from "../shared/tables/table";
import { cn } from "../ui/display/cn";
import { CopyId } from "../ui/feedback/copy-id";
import { keyHint, type RequestRowJson } from "./api";
import { StatusChip } from "./status-chip";
import * as texts from "./texts";

interface RequestTableProps {
  rows: readonly RequestRowJson[] | undefined;
  selected: string | undefined;
  /** Whether the rows can be of several days. */
  showsDays: boolean;
  failed: ReactNode;
  empty: ReactNode;
  noneFound: ReactNode;
  onOpen: (id: string) => void;
}

/** Table of the calls of `/v1`, newest first. */
export function RequestTable({ rows, selected, showsDays, onOpen, ...states }: RequestTableProps) {
  return (
    <DataTable
      label={texts.requests}
      columns={columnsOf(onOpen, showsDays)}
      rows={rows}
      rowKey={({ id }) => id}
      selected={selected}
      expected={14}
      asItem={(row) => <Item row={row} onOpen={onOpen} showsDays={showsDays} />}
      {...states}
    />
  );
}

/** Shortens a request id to its prefix and last 8 characters, which distinguish requests. */
const shortId = (id: string) => `${id.slice(0, 4)}…${id.slice(-8)}`;

const formatTook = (ms: number) => texts.ms(formatCount(Math.round(ms)));

function Method({ method }: { method: string }) {
  const isRead = method === "GET" || method === "HEAD";
  return <code className={cn("font-mono text-meta", isRead ? "text-ink-3" : "font-semibold")}>{method}</code>;
}

const columnsOf = (onOpen: (id: string) => void, showsDays: boolean): Column<RequestRowJson>[] => [
  {
    key: "time",
    title: texts.time,
    cell: ({ at }) => <Instant at={at} as={showsDays ? "day-time" : "time"} className="text-ink-2" />,
  },
  { key: "code", title: texts.code, cell: ({ status }) => <StatusChip status={status} /> },
  { key: "method", title: texts.method, cell: ({ method }) => <Method method={method} /> },
  {
    key: "path",
    title: texts.path,
    head: true,
    className: "w-full max-w-0",
    cell: ({ id, path }) => (
      <RowOpener
        className="block max-w-full truncate font-mono font-normal text-meta"
        title={path}
        onClick={() => onOpen(id)}
      >
        {path}
      </RowOpener>
    ),
  },
  {
    key: "took",
    title: texts.took,
    end: true,
    className: "whitespace-nowrap",
    priority: 2,
    cell: ({ duration_ms: ms }) => <span className="figures text-ink-2">{formatTook(ms)}</span>,
  },
  {
    key: "key",
    title: texts.key,
    className: "whitespace-nowrap",
    priority: 3,
    cell: ({ key_label: label }) => (
      <code className="font-mono text-ink-2 text-meta" title={label}>
        {keyHint(label)}
      </code>
    ),
  },
  {
    key: "id",
    title: texts.requestId,
    className: "whitespace-nowrap",
    priority: 4,
    cell: ({ id }) => (
      <span className="flex items-center gap-1">
        <code className="font-mono text-ink-3 text-meta" title={id}>
          {shortId(id)}
        </code>
        <CopyId id={id} name={texts.requestIdLabel} />
      </span>
    ),
  },
];

interface ItemProps {
  row: RequestRowJson;
  showsDays: boolean;
  onOpen: (id: string) => void;
}

function Item({ row, showsDays, onOpen }: ItemProps) {
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <RowOpener className="block max-w-full truncate font-mono text-meta" onClick={() => onOpen(row.id)}>
          {row.path}
        </RowOpener>
        <span className="flex items-center gap-2 text-ink-3 text-meta">
          <Instant at={row.at} as={showsDays ? "day-time" : "time"} />
          <Method method={row.method} />
          <span className="figures">{formatTook(row.duration_ms)}</span>
        </span>
      </div>
      <StatusChip status={row.status} />
    </div>
  );
}
