import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import { createIncomingCredit } from "../testing/sessions";
import { type LockWait, Recorder } from "./batch";
import type { InsertOutcome, InsertResult } from "./insert-transactions";
import type { RecordingRow } from "./recording-row";
import { toRecordingRow } from "./recording-row";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), "recording has no timers").toBe(0);
  vi.useRealTimers();
});

interface Statement {
  keys: string[];
  lockWait: LockWait;
  /** Completes it; the given payments are of sessions whose state row is locked. */
  answer(busy?: string[]): void;
  fail(thrown: unknown): void;
}

/** A fake database whose statements complete on demand. Each account is a separate session. */
function fakeDatabase() {
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

const input = (paymentKey: string, notification?: Parameters<typeof createIncomingCredit>[1]) =>
  toRecordingRow(createIncomingCredit({ paymentKey }, notification), 0);
const settle = () => vi.advanceTimersByTimeAsync(0);
const keysOf = ({ statements }: ReturnType<typeof fakeDatabase>) => statements.map(({ keys }) => keys);
const failure = (code: string) => Object.assign(new Error(code), { code });

test("a single credit is written immediately", () => {
  const database = fakeDatabase();
  void database.recorder.record(input("a"));
  expect(keysOf(database)).toEqual([["a"]]);
});

test("credits that arrive while a statement is in flight share the next statement", async () => {
  const database = fakeDatabase();
  const recorded = ["a", "b", "c", "d", "e"].map((key) => database.recorder.record(input(key)));
  expect(keysOf(database)).toEqual([["a"]]);
  database.statements[0]?.answer();
  await settle();
  expect(keysOf(database)).toEqual([["a"], ["b", "c", "d", "e"]]);
  for (const { answer } of database.statements) answer();
  expect((await Promise.all(recorded)).map(({ outcome }) => outcome)).toEqual(Array(5).fill("recorded"));
});

test("each credit gets its own result, regardless of the order in which the statement returns them", async () => {
  const database = fakeDatabase();
  const inputs = ["a", "b", "c", "d"].map((key) => input(key));
  const recorded = inputs.map((one) => database.recorder.record(one));
  for (let round = 0; round < 3; round++) {
    for (const { answer } of database.statements) answer();
    await settle();
  }
  const ids = (await Promise.all(recorded)).map(({ transactionId }) => transactionId);
  expect(ids).toEqual(inputs.map(({ transaction_id }) => transaction_id));
});

test("a statement contains at most a hundred credits", async () => {
  const database = fakeDatabase();
  for (let key = 0; key < 252; key++) void database.recorder.record(input(`${key}`));
  for (let round = 0; round < 3; round++) {
    for (const { answer } of database.statements) answer();
    await settle();
  }
  expect(keysOf(database).map(({ length }) => length)).toEqual([1, 100, 100, 51]);
});

test("two notifications of one payment are never in one statement, unless their banks or modes differ", async () => {
  const database = fakeDatabase();
  for (const key of ["x", "a", "a", "b", "a"]) void database.recorder.record(input(key));
  void database.recorder.record(input("a", { provider: "nomba" }));
  void database.recorder.record(input("a", { mode: "live" }));
  database.statements[0]?.answer();
  await settle();
  expect(keysOf(database).slice(1)).toEqual([["a", "b", "a", "a"]]);
  for (const round of [1, 2]) {
    database.statements[round]?.answer();
    await settle();
  }
  expect(keysOf(database).slice(2)).toEqual([["a"], ["a"]]);
});

test("a row that the database rejects does not fail the other rows of its batch", async () => {
  const database = fakeDatabase();
  void database.recorder.record(input("x"));
  const recorded = ["a", "poison", "b"].map((key) => database.recorder.record(input(key)));
  const ends = Promise.allSettled(recorded);
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.fail(failure("22021"));
  for (let round = 0; round < 3; round++) {
    await settle();
    const last = database.statements.at(-1);
    if (last?.keys.includes("poison")) last.fail(failure("22021"));
    else last?.answer();
  }
  await settle();
  expect(keysOf(database).slice(2)).toEqual([["a"], ["poison"], ["b"]]);
  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await expect(recorded[1]).rejects.toMatchObject({ code: "22021" });
});

test.each(["CONNECTION_CLOSED", "57P01", "08006", "53300"])(
  "an unavailable database (%s) fails the whole batch without a retry, and later credits are attempted again",
  async (code) => {
    const database = fakeDatabase();
    void database.recorder.record(input("x"));
    const recorded = ["a", "b"].map((key) => database.recorder.record(input(key)));
    const ends = Promise.allSettled(recorded);
    database.statements[0]?.answer();
    await settle();
    database.statements[1]?.fail(failure(code));
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(keysOf(database)).toHaveLength(2);
    const later = database.recorder.record(input("c"));
    database.statements[2]?.answer();
    expect(await later).toMatchObject({ outcome: "recorded" });
  },
);

test("a full queue rejects the next credit with Retry-After, and accepts credits again when there is room", async () => {
  const database = fakeDatabase();
  for (let key = 0; key < 5_001; key++) void database.recorder.record(input(`${key}`));
  expect(() => database.recorder.record(input("one too many"))).toThrow(
    expect.objectContaining({ code: "unavailable", headers: { "retry-after": "1" } }),
  );
  database.statements[0]?.answer();
  await settle();
  void database.recorder.record(input("there is room"));
});

const lockTimeout = () =>
  new Failure("unavailable", { internal: "55P03", cause: Object.assign(new Error(), { code: "55P03" }) });
const of = (account: string, paymentKey: string) =>
  toRecordingRow(createIncomingCredit({ account, paymentKey }), 0);
const statementsOf = ({ statements }: ReturnType<typeof fakeDatabase>, from = 0) =>
  statements.slice(from).map(({ lockWait, keys }) => [lockWait, ...keys]);

/** Records one payment of session A whose state row stays locked; its lane waits in the last statement. */
async function lockSessionA() {
  const database = fakeDatabase();
  const first = database.recorder.record(of("A", "a1"));
  database.statements[0]?.answer(["a1"]);
  await settle();
  database.statements[1]?.fail(lockTimeout());
  await settle();
  expect(statementsOf(database)).toEqual([
    ["skip", "a1"],
    ["short", "a1"],
    ["long", "a1"],
  ]);
  return { ...database, first };
}

test("payments of a locked session wait in a separate lane while other payments are recorded", async () => {
  const { first, ...database } = await lockSessionA();
  const later = [of("A", "a2"), of("A", "a3")].map((one) => database.recorder.record(one));
  for (const round of [3, 4, 5]) {
    const other = database.recorder.record(of("B", `b${round}`));
    database.statements[round]?.answer();
    expect(await other).toMatchObject({ outcome: "recorded", sessionId: "ses_B" });
    await settle();
  }
  expect(statementsOf(database, 3)).toEqual([
    ["skip", "b3"],
    ["skip", "b4"],
    ["skip", "b5"],
  ]);
  database.statements[2]?.answer();
  expect(await first).toMatchObject({ outcome: "recorded" });
  await settle();
  expect(statementsOf(database, 6)).toEqual([["long", "a2", "a3"]]);
  database.statements[6]?.answer();
  for (const done of later) expect(await done).toMatchObject({ outcome: "recorded" });
  void database.recorder.record(of("A", "a4"));
  expect(statementsOf(database, 7)).toEqual([["skip", "a4"]]);
});

test("payments of several briefly locked sessions are retried in one batch beside the main batch", async () => {
  const database = fakeDatabase();
  void database.recorder.record(of("X", "x"));
  for (const session of ["A", "B", "C"]) void database.recorder.record(of(session, session));
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.answer(["A", "B"]);
  await settle();
  void database.recorder.record(of("D", "D"));
  expect(statementsOf(database, 2)).toEqual([
    ["short", "A", "B"],
    ["skip", "D"],
  ]);
});

test("after a lock timeout the sessions of the batch are written one by one, and other sessions continue", async () => {
  const database = fakeDatabase();
  void database.recorder.record(of("X", "x"));
  const recorded = ["A", "B", "C"].map((session) => database.recorder.record(of(session, session)));
  database.statements[0]?.answer();
  await settle();
  void database.recorder.record(of("A", "a2"));
  void database.recorder.record(of("D", "D"));
  database.statements[1]?.fail(lockTimeout());
  await settle();
  expect(statementsOf(database, 2)).toEqual([
    ["long", "A"],
    ["long", "B"],
    ["long", "C"],
    ["skip", "D"],
  ]);
  for (const round of [3, 4, 5]) database.statements[round]?.answer();
  await Promise.all([recorded[1], recorded[2]]);
  void database.recorder.record(of("B", "b2"));
  expect(statementsOf(database, 6)).toEqual([["skip", "b2"]]);
});

test("a session with a slow lane keeps the lane for ten seconds", async () => {
  const { statements, recorder } = await lockSessionA();
  await vi.advanceTimersByTimeAsync(300);
  statements[2]?.answer();
  await settle();
  void recorder.record(of("A", "a2"));
  statements[3]?.answer();
  await vi.advanceTimersByTimeAsync(10_001);
  void recorder.record(of("A", "a3"));
  expect(statementsOf({ statements, recorder }, 3)).toEqual([
    ["long", "a2"],
    ["skip", "a3"],
  ]);
});

test("four lanes send concurrently, and a fifth waits", async () => {
  const database = fakeDatabase();
  void database.recorder.record(of("X", "x"));
  const sessions = ["A", "B", "C", "D", "E", "F"];
  for (const session of sessions) void database.recorder.record(of(session, session));
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.fail(lockTimeout());
  await settle();
  expect(statementsOf(database, 2).map(([, key]) => key)).toEqual(["A", "B", "C", "D"]);
  void database.recorder.record(of("G", "G"));
  expect(statementsOf(database, 6)).toEqual([["skip", "G"]]);
  database.statements[3]?.answer();
  await settle();
  expect(statementsOf(database, 7)).toEqual([["long", "E"]]);
});

test("two notifications of one payment are never in flight at once, even if their destinations differ", async () => {
  const database = await lockSessionA();
  const repeat = database.recorder.record(of("B", "a1"));
  await settle();
  expect(statementsOf(database, 3)).toEqual([]);
  database.statements[2]?.answer();
  await settle();
  expect(statementsOf(database, 3)).toEqual([["skip", "a1"]]);
  database.statements[3]?.answer();
  expect(await repeat).toMatchObject({ outcome: "recorded" });
});

test("payments that wait in lanes count towards the queue limit", async () => {
  const { recorder } = await lockSessionA();
  for (let key = 0; key < 5_000; key++) void recorder.record(of("A", `later ${key}`));
  expect(() => recorder.record(of("B", "one too many"))).toThrow(
    expect.objectContaining({ code: "unavailable" }),
  );
});
