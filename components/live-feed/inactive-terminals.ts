/** The fields of a terminal that inactivity depends on. */
interface TerminalActivity {
  last_payment_at: string | null;
  inactive_at: string | null;
}

/** Whether a terminal is inactive at `nowMs`; the server computes the time from which it is. */
export function isInactive({ inactive_at }: TerminalActivity, nowMs: number): boolean {
  return inactive_at !== null && Date.parse(inactive_at) <= nowMs;
}

/** Returns the inactive terminals, the longest inactive first. */
export function inactiveTerminals<T extends TerminalActivity>(terminals: readonly T[], nowMs: number): T[] {
  const lastMs = ({ last_payment_at }: TerminalActivity) => Date.parse(last_payment_at ?? "");
  return terminals.filter((terminal) => isInactive(terminal, nowMs)).sort((a, b) => lastMs(a) - lastMs(b));
}
