import { sum } from "./amounts";
import type { StoryPayment } from "./payment";

interface Window {
  from: number;
  to: number;
  naira: number;
  /** Payments with fixed amounts. */
  keep: ReadonlySet<StoryPayment>;
}

const groupOf = ({ channel, terminal, operator }: StoryPayment) => `${channel} ${terminal} ${operator}`;

/**
 * Adjusts the takings within a time range to a total, by exchanging amounts with earlier payments of the same
 * terminal or operator, so that their totals do not change.
 */
export function matchWindow(payments: StoryPayment[], { from, to, naira, keep }: Window): void {
  const open = payments.filter(
    (payment) =>
      payment.status === "successful" && !keep.has(payment) && payment.atMs > 0 && payment.atMs <= to,
  );
  const inside = open.filter(({ atMs }) => atMs > from);
  const written = [...keep].filter(
    ({ atMs, status }) => status === "successful" && atMs > from && atMs <= to,
  );
  for (let round = 0; round < inside.length * 4; round++) {
    const short = naira - sum([...inside, ...written].map((payment) => payment.naira));
    if (short === 0) return;
    exchange(inside, open, from, short);
  }
}

/** Makes the exchange that leaves the smallest difference. */
function exchange(inside: StoryPayment[], open: StoryPayment[], from: number, short: number): void {
  let best: { one: StoryPayment; other: StoryPayment; left: number } | undefined;
  for (const one of inside) {
    for (const other of open) {
      if (other.atMs > from || groupOf(one) !== groupOf(other)) continue;
      const left = Math.abs(short - (other.naira - one.naira));
      if (left < (best?.left ?? Math.abs(short))) best = { one, other, left };
    }
  }
  if (best) [best.one.naira, best.other.naira] = [best.other.naira, best.one.naira];
}
