/** A terminal, as far as silence needs to know it. */
interface Heard {
  last_payment_at: string | null;
  silent_at: string | null;
}

/** Whether a terminal is silent by now: the server says from when it is. */
export function isInactive({ silent_at }: Heard, nowMs: number): boolean {
  return silent_at !== null && Date.parse(silent_at) <= nowMs;
}

/** The terminals that are silent, the longest silent first. */
export function inactiveTerminals<T extends Heard>(terminals: readonly T[], nowMs: number): T[] {
  const lastMs = ({ last_payment_at }: Heard) => Date.parse(last_payment_at ?? "");
  return terminals.filter((terminal) => isInactive(terminal, nowMs)).sort((a, b) => lastMs(a) - lastMs(b));
}
