import { afterEach, beforeEach, expect, vi } from "vitest";
import { type LockWait, Recorder } from "../recording/batch";
import type { InsertOutcome, InsertResult } from "../recording/insert-transactions";
import type { RecordingRow } from "../recording/recording-row";

/** A statement of the recorder. */
interface Statement {
  keys: string[];
  lockWait: LockWait;
  /** Completes it; the given payments are of sessions whose state row is locked. */
  answer(busy?: string[]): void;
  fail(thrown: unknown): void;
}

/** A fake database whose statements complete on demand. Each account is a separate session. */
export function fakeDatabase() {
  const statements: Statement[] = [];
  const write = (inputs: RecordingRow[], lockWait: LockWait) =>
    new Promise<InsertResult[]>((resolve, reject) => {
      const written = (busy: string[]) =>
        inputs.map(({ position, account, payment_key }) => ({
          position,
          outcome: (busy.includes(payment_key) ? "busy" : "recorded") as InsertOutcome,
          sessionId: account ? (`ses_${account}` as const) : null,
          organisationId: null,
          isEventDue: false,
          leasedEvent: null,
        }));
      // Reversed, because the statement guarantees no order.
      statements.push({
        keys: inputs.map(({ payment_key }) => payment_key),
        lockWait,
        answer: (busy = []) => resolve(written(busy).reverse()),
        fail: reject,
      });
    });
  return { statements, recorder: new Recorder(write) };
}

/** Lets the recorder continue after a statement; needs fake timers. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

/** Fakes the clock of each test of a file, and expects that the recorder sets no timers. */
export function forbidTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    expect(vi.getTimerCount(), "recording has no timers").toBe(0);
    vi.useRealTimers();
  });
}
