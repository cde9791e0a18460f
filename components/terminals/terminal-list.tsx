import { formatCount } from "@/lib/core/count";
import { Card } from "../shared/card";
import { type Column, DataTable } from "../shared/data-table";
import { Naira } from "../shared/money";
import { RowOpener } from "../shared/table";
import { cn } from "../ui/cn";
import { LastHeard } from "./last-heard";
import type { SortBy, Standing } from "./standing";
import { TerminalBars } from "./terminal-bars";
import type { Terminal, Terminals } from "./wire";

/** What a list of terminals is asked to show, and what its rows do. */
export interface TerminalListProps {
  terminals: readonly Terminal[];
  standing: (terminal: Terminal) => Standing;
  slots: Terminals["recent"];
  highest: number;
  selected: string | undefined;
  sort: SortBy;
  onSort: (sort: SortBy) => void;
  onOpen: (terminalId: string) => void;
  /** Absent where the member may not. */
  onHandOver: ((terminalId: string) => void) | undefined;
}

const descending = (props: TerminalListProps, sort: SortBy) => ({
  now: props.sort === sort ? ("descending" as const) : undefined,
  onSort: () => props.onSort(sort),
});

function columnsOf(props: TerminalListProps): Column<Terminal>[] {
  return [
    {
      key: "terminal",
      title: "Terminal",
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
    { key: "place", title: "Place", cell: ({ place }) => <span className="text-ink-2">{place || "–"}</span> },
    {
      key: "taken",
      title: "Taken",
      end: true,
      sort: descending(props, "taken"),
      cell: ({ taken }) => <Naira amount={taken} size="row" />,
    },
    {
      key: "count",
      title: "Count",
      end: true,
      sort: descending(props, "count"),
      cell: ({ count }) => <span className="figures text-ink-2">{formatCount(count)}</span>,
    },
    {
      key: "failed",
      title: "Failed",
      end: true,
      priority: 4,
      cell: ({ failed_count }) => <span className="figures text-ink-3">{formatCount(failed_count)}</span>,
    },
    {
      key: "hour",
      title: "Last hour",
      priority: 3,
      className: "w-32",
      cell: (terminal) => (
        <TerminalBars
          terminal={terminal}
          slots={props.slots}
          highest={props.highest}
          silent={props.standing(terminal) === "silent"}
          className="h-6"
        />
      ),
    },
    {
      key: "operator",
      title: "Operator",
      priority: 3,
      cell: ({ operator }) => (
        <span className={cn(!operator && "text-ink-3")}>{operator?.name ?? "Nobody"}</span>
      ),
    },
    {
      key: "last",
      title: "Last payment",
      sort: descending(props, "last"),
      cell: (terminal) => <LastHeard terminal={terminal} standing={props.standing(terminal)} short />,
    },
  ];
}

/** Terminals one below the other, in a table. */
export function TerminalTable(props: TerminalListProps) {
  return (
    <Card>
      <DataTable
        label="Terminals"
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
