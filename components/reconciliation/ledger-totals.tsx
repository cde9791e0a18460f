import type { ReactNode } from "react";
import { formatCount } from "@/lib/core/format/count";
import { toKobo } from "@/lib/core/format/naira";
import type { TransactionStatus } from "@/lib/core/transaction";
import { ChannelSwatch, channelStyle } from "../shared/format/channel";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { Cell, HeadCell, Row, Table } from "../shared/tables/table";
import { cn } from "../ui/display/cn";
import type { LedgerJson, NamedTerminal } from "./api";
import * as texts from "./texts";

interface Line {
  key: string;
  name: ReactNode;
  count: number;
  amount: string;
  status?: TransactionStatus;
}

/** Ledger totals by status, channel and terminal, from one query, so that they are consistent. */
export function LedgerTotals({
  ledger,
  terminals,
}: {
  ledger: LedgerJson;
  terminals: readonly NamedTerminal[];
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 @min-[800px]/page:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]">
      <div className="grid grid-cols-1 gap-3">
        <TotalsCard title={texts.byStatus} head={texts.status} lines={statusLines(ledger)} />
        <TotalsCard title={texts.byChannel} head={texts.channel} lines={channelLines(ledger)} isSummed />
      </div>
      <TotalsCard
        title={texts.byTerminal}
        head={texts.terminal}
        lines={terminalLines(ledger, terminals)}
        none={texts.thisEventHasNoTerminals}
      />
    </div>
  );
}

const dot = (className: string, name: string) => (
  <span className="flex items-center gap-2.5">
    <span aria-hidden className={cn("size-1.5 shrink-0 rounded-full", className)} />
    {name}
  </span>
);

const statusLines = (ledger: LedgerJson): Line[] => [
  {
    key: "successful",
    name: dot("bg-brand-solid", texts.successful),
    count: ledger.successful_count,
    amount: ledger.total_inflow,
  },
  {
    key: "pending",
    name: dot("bg-amber-dot", texts.pending),
    count: ledger.pending_count,
    amount: ledger.pending_total,
    status: "pending",
  },
  {
    key: "failed",
    name: dot("bg-red-solid", texts.failed),
    count: ledger.failed_count,
    amount: ledger.failed_total,
    status: "failed",
  },
];

const channelLines = ({ by_channel: channels }: LedgerJson): Line[] =>
  [
    "bank_transfer",
    "pos",
    ...Object.keys(channels).filter((one) => one !== "bank_transfer" && one !== "pos"),
  ].map((channel) => ({
    key: channel,
    name: (
      <span className="flex items-center gap-2">
        <ChannelSwatch channel={channel} />
        {channelStyle(channel).name}
      </span>
    ),
    count: channels[channel]?.count ?? 0,
    amount: channels[channel]?.total ?? "0.00",
  }));

function terminalLines({ by_terminal: volumes }: LedgerJson, terminals: readonly NamedTerminal[]): Line[] {
  const terminalsById = new Map(terminals.map((one) => [one.terminal_id, one]));
  const order = [...terminals.map((one) => one.terminal_id), ...Object.keys(volumes)];
  return [...new Set(order)].map((id) => {
    const volume = volumes[id];
    const { label = id, location = "" } = terminalsById.get(id) ?? {};
    const name = (
      <>
        {label} {location && <span className="text-ink-3">{location}</span>}
      </>
    );
    return { key: id, name, count: volume?.count ?? 0, amount: volume?.total ?? "0.00" };
  });
}

/** From this amount on, its column on narrow screens has room only for small digits. */
const LONG_FROM = toKobo("1000000000.00");
const SMALL = "@max-[480px]/table:text-axis @max-[480px]/table:tracking-tighter";

interface TotalsCardProps {
  title: string;
  head: string;
  lines: readonly Line[];
  /** Whether the sum of the rows is shown below them. */
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
        <Table aria-label={title} className="figures table-fixed">
          <thead>
            <tr>
              <HeadCell>{head}</HeadCell>
              <HeadCell end className="w-1/5 @max-[480px]/table:w-[51px]">
                {texts.count}
              </HeadCell>
              <HeadCell end className="w-2/5 @max-[480px]/table:w-[142px]">
                {texts.total}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, name, count, amount, status }) => (
              <Row key={key}>
                <Cell head>{name}</Cell>
                <Cell end>{formatCount(count)}</Cell>
                <Cell end>
                  <Naira
                    amount={amount}
                    {...(status ? { status } : { size: "row" })}
                    className={cn(toKobo(amount) >= LONG_FROM && SMALL)}
                  />
                </Cell>
              </Row>
            ))}
          </tbody>
          {isSummed && <SumLine lines={lines} />}
        </Table>
      )}
    </Card>
  );
}

/** Sum of the rows, as the last row. */
function SumLine({ lines }: { lines: readonly Line[] }) {
  const sum = lines.reduce((total, { amount }) => total + toKobo(amount), 0n);
  const count = lines.reduce((total, line) => total + line.count, 0);
  return (
    <tfoot className="text-ink-3 text-meta [&_:is(th,td)]:border-t">
      <Row>
        <Cell head>{texts.total}</Cell>
        <Cell end>{formatCount(count)}</Cell>
        <Cell end>
          <Naira amount={sum} className={cn(sum >= LONG_FROM && SMALL)} />
        </Cell>
      </Row>
    </tfoot>
  );
}
