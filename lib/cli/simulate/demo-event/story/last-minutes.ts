import { sum } from "./amounts";
import type { StoryPayment } from "./payment";

interface Window {
  from: number;
  to: number;
  naira: number;
  /** Payments whose amounts are written down. */
  keep: ReadonlySet<StoryPayment>;
}

const groupOf = ({ channel, terminal, operator }: StoryPayment) => `${channel} ${terminal} ${operator}`;

/**
 * Makes what was taken in a window come to a total, by exchanging amounts between payments in it and earlier ones of the
 * same terminal or operator, whose totals so stay as they are.
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

/** Makes the one exchange that leaves least missing. */
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
