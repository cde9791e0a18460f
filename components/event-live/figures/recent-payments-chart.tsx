import { toKobo } from "@/lib/core/format/naira";
import { cn } from "../../ui/display/cn";

interface Tick {
  sequence: number;
  paid_at: string;
  amount: string;
  channel: string;
  status: string;
}

const SECONDS = 60;
const WIDTH = 64;
const HEIGHT = 18;
/** Log10 of kobo: from ₦100 a tick is higher than a dot, from ₦1,000,000 it has the full height. */
const MIN_LOG = 4;
const MAX_LOG = 8;

function heightOf(amount: string): number {
  const log = Math.log10(Math.max(1, Number(toKobo(amount))));
  const share = (log - MIN_LOG) / (MAX_LOG - MIN_LOG);
  return 3 + Math.min(1, Math.max(0, share)) * (HEIGHT - 3);
}

const tickClass = ({ status, channel }: Tick) =>
  status === "failed" ? "fill-red-solid" : channel === "pos" ? "fill-pos" : "fill-transfer";

/**
 * Payments of the last sixty seconds, one tick each: the height is logarithmic in the amount, and older ticks
 * are fainter.
 */
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
    // A bank's clock may be slightly ahead; a time further ahead is wrong and is not shown.
    return Math.abs(age) < SECONDS ? [{ row, age: Math.max(0, age) }] : [];
  });
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={cn("h-4.5 w-16 shrink-0", className)}>
      <rect y={HEIGHT - 1} width={WIDTH} height={1} className="fill-edge-strong" />
      {ticks.map(({ row, age }) => (
        <rect
          key={row.sequence}
          x={(1 - age / SECONDS) * (WIDTH - 2)}
          y={HEIGHT - heightOf(row.amount)}
          width={2}
          height={heightOf(row.amount)}
          rx={0.5}
          opacity={1 - (age / SECONDS) * 0.65}
          className={tickClass(row)}
        />
      ))}
    </svg>
  );
}
