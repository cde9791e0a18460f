import { afterEach, beforeEach, expect, vi } from "vitest";
import { type LockWait, Recorder } from "../recording/batch";
import type { InsertResult } from "../recording/insert-transactions";
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
  const sequences = new Map<string | null, bigint>();
  /** Adds a payment to an account's session, as another process does. */
  const addPayment = (account: string | null) => {
    sequences.set(account, (sequences.get(account) ?? 0n) + 1n);
  };
  const write = (inputs: RecordingRow[], lockWait: LockWait) =>
    new Promise<InsertResult[]>((resolve, reject) => {
      const written = (busy: string[]) => {
        const before = new Map(sequences);
        return inputs.map(({ position, account, payment_key }): InsertResult => {
          const isBusy = busy.includes(payment_key);
          if (!isBusy) addPayment(account);
          return {
            position,
            outcome: isBusy ? "busy" : "recorded",
            sessionId: account ? `ses_${account}` : null,
            organisationId: null,
            lastSequence: isBusy ? null : (before.get(account) ?? 0n),
            isEventDue: false,
            leasedEvent: null,
          };
        });
      };
      // Reversed, because the statement guarantees no order.
      statements.push({
        keys: inputs.map(({ payment_key }) => payment_key),
        lockWait,
        answer: (busy = []) => resolve(written(busy).reverse()),
        fail: reject,
      });
    });
  return { statements, recorder: new Recorder(write), addPayment };
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
