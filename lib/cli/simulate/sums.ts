import type { z } from "zod";
import type { SimulatedCredit } from "@/lib/bank";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { Reconciliation as ReconciliationShape } from "@/lib/reconciliation/contract";

export type Reconciliation = z.output<typeof ReconciliationShape>;

type ChannelTotal = Reconciliation["by_channel"][string];

/** A figure that differs between the service and the bank's side. */
export interface Mismatch {
  what: string;
  sent: string;
  recorded: string;
}

const ZERO: ChannelTotal = { count: 0, total: 0n };

function add(totals: Map<string, ChannelTotal>, key: string, amount: Kobo): void {
  const { count, total } = totals.get(key) ?? ZERO;
  totals.set(key, { count: count + 1, total: total + amount });
}

/** The simulated bank's own totals of acknowledged payments, to the kobo. */
export class Sums {
  sent = 0;
  attempts = 0;
  acknowledged = 0;
  total: Kobo = 0n;
  readonly byChannel = new Map<string, ChannelTotal>();
  readonly byTerminal = new Map<string, ChannelTotal>();
  readonly latenciesMs: number[] = [];

  /** Counts an acknowledged payment, `latencyMs` after it was due. */
  acknowledge({ amount, channel, device }: SimulatedCredit, latencyMs: number): void {
    this.acknowledged++;
    this.total += amount;
    add(this.byChannel, channel, amount);
    if (channel === "pos") add(this.byTerminal, device, amount);
    this.latenciesMs.push(latencyMs);
  }

  /** Returns the latency percentile for a share of the acknowledged payments; `null` if there are none. */
  latencyMs(share: number): number | null {
    const sorted = Float64Array.from(this.latenciesMs).sort();
    const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
    return found === undefined ? null : Math.round(found * 10) / 10;
  }

  /** Compares what the service recorded between two summaries (§2.6) with the acknowledged payments. */
  compare(before: Reconciliation, after: Reconciliation): Mismatch[] {
    const change = {
      count: after.successful_count - before.successful_count,
      total: after.total_inflow - before.total_inflow,
    };
    return [
      ...mismatch("total_inflow", { count: this.acknowledged, total: this.total }, change),
      ...mismatches("by_channel", this.byChannel, before.by_channel, after.by_channel),
      ...mismatches("by_terminal", this.byTerminal, before.by_terminal, after.by_terminal),
    ];
  }
}

const formatTotal = ({ count, total }: ChannelTotal) => `${count} payments, ${formatKobo(total)}`;

function mismatch(what: string, sent: ChannelTotal, recorded: ChannelTotal): Mismatch[] {
  if (sent.count === recorded.count && sent.total === recorded.total) return [];
  return [{ what, sent: formatTotal(sent), recorded: formatTotal(recorded) }];
}

function mismatches(
  what: string,
  sent: Map<string, ChannelTotal>,
  before: Record<string, ChannelTotal>,
  after: Record<string, ChannelTotal>,
): Mismatch[] {
  return [...new Set([...sent.keys(), ...Object.keys(after)])].flatMap((key) => {
    const [then, now] = [before[key] ?? ZERO, after[key] ?? ZERO];
    const change = { count: now.count - then.count, total: now.total - then.total };
    return mismatch(`${what}.${key}`, sent.get(key) ?? ZERO, change);
  });
}
