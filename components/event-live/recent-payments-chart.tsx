import { readMoney } from "@/lib/core/naira";
import { cn } from "../ui/cn";

interface Tick {
  number: number;
  paid_at: string;
  amount: string;
  channel: string;
  status: string;
}

const SECONDS = 60;
const WIDTH = 88;
const HEIGHT = 18;
/** From ₦100 a tick is more than a dot; from ₦1,000,000 it is as high as the tape. */
const LEAST_LOG = 4;
const MOST_LOG = 8;

function heightOf(amount: string): number {
  const log = Math.log10(Math.max(1, Number(readMoney(amount))));
  const share = (log - LEAST_LOG) / (MOST_LOG - LEAST_LOG);
  return 3 + Math.min(1, Math.max(0, share)) * (HEIGHT - 3);
}

const inkOf = ({ status, channel }: Tick) =>
  status === "failed" ? "fill-red-solid" : channel === "pos" ? "fill-pos" : "fill-transfer";

/** The last sixty seconds, a tick a payment: as high as the amount is long, older ones fainter. */
export function RecentPaymentsChart({
  rows,
  nowMs,
  className,
}: {
  rows: readonly Tick[];
  nowMs: number;
  className?: string;
}) {
  const ticks = rows.flatMap((row) => {
    const age = (nowMs - Date.parse(row.paid_at)) / 1000;
    // A bank's clock may be a little ahead; what is further ahead is a wrong time and no news.
    return Math.abs(age) < SECONDS ? [{ row, age: Math.max(0, age) }] : [];
  });
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={cn("h-4.5 w-22 shrink-0", className)}>
      <rect y={HEIGHT - 1} width={WIDTH} height={1} className="fill-edge-strong" />
      {ticks.map(({ row, age }) => (
        <rect
          key={row.number}
          x={(1 - age / SECONDS) * (WIDTH - 2)}
          y={HEIGHT - heightOf(row.amount)}
          width={2}
          height={heightOf(row.amount)}
          rx={0.5}
          opacity={1 - (age / SECONDS) * 0.65}
          className={inkOf(row)}
        />
      ))}
    </svg>
  );
}
