import { formatCount } from "@/lib/core/format/count";
import { Naira } from "../shared/format/money";
import { Card } from "../shared/layout/card";
import { type Column, DataTable } from "../shared/tables/data-table";
import { RowOpener } from "../shared/tables/table";
import { cn } from "../ui/display/cn";
import type { TerminalJson, TerminalsJson } from "./api";
import { LastPayment } from "./last-payment";
import { TerminalBars } from "./terminal-bars";
import type { SortBy, TerminalStatus } from "./terminal-status";
import * as texts from "./texts";

/** Props of the terminal table, grid and phone list. */
export interface TerminalListProps {
  terminals: readonly TerminalJson[];
  getStatus: (terminal: TerminalJson) => TerminalStatus;
  slots: TerminalsJson["recent"];
  highest: number;
  selected: string | undefined;
  sort: SortBy;
  onSort: (sort: SortBy) => void;
  onOpen: (terminalId: string) => void;
  /** Undefined if the member lacks the permission. */
  onHandOver: ((terminalId: string) => void) | undefined;
}

const descending = (props: TerminalListProps, sort: SortBy) => ({
  now: props.sort === sort ? ("descending" as const) : undefined,
  onSort: () => props.onSort(sort),
});

function columnsOf(props: TerminalListProps): Column<TerminalJson>[] {
  return [
    {
      key: "terminal",
      title: texts.terminal,
      head: true,
      className: "whitespace-nowrap",
      sort: {
        now: props.sort === "terminal" ? ("ascending" as const) : undefined,
        onSort: () => props.onSort("terminal"),
      },
      cell: ({ terminal_id, label }) => (
        <RowOpener className="font-semibold" onClick={() => props.onOpen(terminal_id)}>
          {label}
        </RowOpener>
      ),
    },
    {
      key: "location",
      title: texts.location,
      cell: ({ location }) => <span className="text-ink-2">{location || "–"}</span>,
    },
    {
      key: "taken",
      title: texts.taken,
      end: true,
      sort: descending(props, "taken"),
      cell: ({ taken }) => <Naira amount={taken} size="row" />,
    },
    {
      key: "count",
      title: texts.count,
      end: true,
      sort: descending(props, "count"),
      cell: ({ count }) => <span className="figures text-ink-2">{formatCount(count)}</span>,
    },
    {
      key: "failed",
      title: texts.failedLabel,
      end: true,
      priority: 4,
      cell: ({ failed_count }) => <span className="figures text-ink-3">{formatCount(failed_count)}</span>,
    },
    {
      key: "hour",
      title: texts.lastHour,
      priority: 3,
      className: "w-32",
      cell: (terminal) => (
        <TerminalBars
          terminal={terminal}
          slots={props.slots}
          highest={props.highest}
          isInactive={props.getStatus(terminal) === "silent"}
          className="h-6"
        />
      ),
    },
    {
      key: "operator",
      title: texts.operator,
      priority: 3,
      cell: ({ operator }) => (
        <span className={cn(!operator && "text-ink-3")}>{operator?.name ?? texts.noOperator}</span>
      ),
    },
    {
      key: "last",
      title: texts.lastPayment,
      sort: descending(props, "last"),
      cell: (terminal) => <LastPayment terminal={terminal} status={props.getStatus(terminal)} short />,
    },
  ];
}

/** Terminals as a table. */
export function TerminalTable(props: TerminalListProps) {
  return (
    <Card>
      <DataTable
        label={texts.terminals}
        columns={columnsOf(props)}
        rows={props.terminals}
        rowKey={({ terminal_id }) => terminal_id}
        selected={props.selected}
        failed={undefined}
        empty={undefined}
        noneFound={undefined}
      />
    </Card>
  );
}
