import { MiniBars } from "../charts/mini-bars";
import type { TerminalJson, TerminalsJson } from "./api";
import * as texts from "./texts";

interface TerminalBarsProps {
  terminal: Pick<TerminalJson, "recent" | "last_payment_at">;
  slots: TerminalsJson["recent"];
  /** The highest bar of all compared terminals, for their common scale. */
  highest: number;
  /** Shades the time since the last payment. */
  isInactive?: boolean;
  className?: string;
}

/** Returns the index of the bar after the one that contains a time. */
export const nextBarIndex = (moment: string, { from, step_ms }: TerminalsJson["recent"]) =>
  Math.max(0, Math.floor((Date.parse(moment) - Date.parse(from)) / step_ms) + 1);

/** A terminal's payments of the last hour. */
export function TerminalBars({ terminal, slots, highest, isInactive, className }: TerminalBarsProps) {
  const { recent, last_payment_at } = terminal;
  const taken = recent.reduce((sum, count) => sum + count, 0);
  return (
    <MiniBars
      label={texts.inTheLastHour(texts.countPayments(taken))}
      values={recent}
      max={highest}
      {...(isInactive && last_payment_at && { inactiveFrom: nextBarIndex(last_payment_at, slots) })}
      {...(className && { className })}
    />
  );
}
