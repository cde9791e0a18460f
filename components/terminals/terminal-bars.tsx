import { countOf } from "@/lib/core/count";
import { MiniBars } from "../charts/mini-bars";
import type { Terminal, Terminals } from "./wire";

interface TerminalBarsProps {
  terminal: Pick<Terminal, "recent" | "last_payment_at">;
  slots: Terminals["recent"];
  /** The highest bar of all that are compared: they share one scale. */
  highest: number;
  /** Shades the time since the last payment. */
  silent?: boolean;
  className?: string;
}

/** The bar after the one that a moment falls into. */
export const barAfter = (moment: string, { from, step_ms }: Terminals["recent"]) =>
  Math.max(0, Math.floor((Date.parse(moment) - Date.parse(from)) / step_ms) + 1);

/** A terminal's last hour. */
export function TerminalBars({ terminal, slots, highest, silent, className }: TerminalBarsProps) {
  const { recent, last_payment_at } = terminal;
  const taken = recent.reduce((sum, count) => sum + count, 0);
  return (
    <MiniBars
      label={`${countOf(taken, "payment")} in the last hour`}
      values={recent}
      max={highest}
      {...(silent && last_payment_at && { silentFrom: barAfter(last_payment_at, slots) })}
      {...(className && { className })}
    />
  );
}
