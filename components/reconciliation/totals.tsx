import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/count";
import { formatNaira, readMoney } from "@/lib/core/naira";
import { Card, CardHead } from "../shared/card";
import { ChannelSwatch, channelLook } from "../shared/channel";
import { Naira } from "../shared/money";
import { Cell, HeadCell, Row, Table } from "../shared/table";
import { cn } from "../ui/cn";
import type { BooksWire, NamedTerminal } from "./wire";

interface Line {
  key: string;
  name: ReactNode;
  count: number;
  amount: string;
  standing?: "counted" | "pending" | "failed";
}

/** The books by status, by channel and by terminal; all from one reading, so that they agree. */
export function Totals({ books, terminals }: { books: BooksWire; terminals: readonly NamedTerminal[] }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 @min-[800px]/page:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]">
      <div className="grid grid-cols-1 gap-3">
        <TotalsCard title="By status" head="Status" lines={statusLines(books)} />
        <TotalsCard title="By channel" head="Channel" lines={channelLines(books)} isSummed />
      </div>
      <TotalsCard
        title="By terminal"
        head="Terminal"
        lines={terminalLines(books, terminals)}
        none="This event has no terminals."
      />
    </div>
  );
}

const dot = (className: string, name: string) => (
  <span className="flex items-center gap-2.5">
    <span aria-hidden className={cn("size-1.5 rounded-full", className)} />
    {name}
  </span>
);

const statusLines = (books: BooksWire): Line[] => [
  {
    key: "successful",
    name: dot("bg-brand-solid", "Successful"),
    count: books.successful_count,
    amount: books.total_inflow,
  },
  {
    key: "pending",
    name: dot("bg-amber-dot", "Pending"),
    count: books.pending_count,
    amount: books.pending_total,
    standing: "pending",
  },
  {
    key: "failed",
    name: dot("bg-red-solid", "Failed"),
    count: books.failed_count,
    amount: books.failed_total,
    standing: "failed",
  },
];

const channelLines = ({ by_channel: channels }: BooksWire): Line[] =>
  [
    "bank_transfer",
    "pos",
    ...Object.keys(channels).filter((one) => one !== "bank_transfer" && one !== "pos"),
  ].map((channel) => ({
    key: channel,
    name: (
      <span className="flex items-center gap-2">
        <ChannelSwatch channel={channel} />
        {channelLook(channel).name}
      </span>
    ),
    count: channels[channel]?.count ?? 0,
    amount: channels[channel]?.total ?? "0.00",
  }));

function terminalLines({ by_terminal: volumes }: BooksWire, terminals: readonly NamedTerminal[]): Line[] {
  const known = new Map(terminals.map((one) => [one.terminal_id, one]));
  const order = [...terminals.map((one) => one.terminal_id), ...Object.keys(volumes)];
  return [...new Set(order)].map((id) => {
    const volume = volumes[id];
    const { label = id, place = "" } = known.get(id) ?? {};
    const name = (
      <>
        {label} {place && <span className="text-ink-3">{place}</span>}
      </>
    );
    return { key: id, name, count: volume?.count ?? 0, amount: volume?.total ?? "0.00" };
  });
}

interface TotalsCardProps {
  title: string;
  head: string;
  lines: readonly Line[];
  /** Whether what the lines come to stands below them. */
  isSummed?: boolean;
  none?: string;
}

function TotalsCard({ title, head, lines, isSummed, none }: TotalsCardProps) {
  return (
    <Card aria-label={title}>
      <CardHead title={title} />
      {lines.length === 0 ? (
        <p className="border-edge border-t px-4 py-6 text-body text-ink-3">{none}</p>
      ) : (
        <Table aria-label={title} className="figures">
          <thead>
            <tr>
              <HeadCell>{head}</HeadCell>
              <HeadCell end>Count</HeadCell>
              <HeadCell end>Total</HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, name, count, amount, standing }) => (
              <Row key={key}>
                <Cell head>{name}</Cell>
                <Cell end>{formatCount(count)}</Cell>
                <Cell end>
                  <Naira amount={amount} {...(standing ? { standing } : { size: "row" })} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {isSummed && <Together lines={lines} />}
    </Card>
  );
}

/** What the lines come to. */
function Together({ lines }: { lines: readonly Line[] }) {
  const sum = lines.reduce((so, { amount }) => so + readMoney(amount), 0n);
  return (
    <p className="figures border-edge border-t px-4 py-2 text-ink-3 text-meta">Together {formatNaira(sum)}</p>
  );
}
