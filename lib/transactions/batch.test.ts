import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "@/lib/core/errors";
import { type LockWait, Recorder } from "./batch";
import type { RecordingRow } from "./recording-row";
import { toRecordingRow } from "./recording-row";
import type { Outcome, Written } from "./statement";
import { incoming } from "./testing/sessions";

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
  /** Ends it; the payments named are of sessions whose counter row is locked. */
  answer(busy?: string[]): void;
  fail(thrown: unknown): void;
}

/** A database whose statements end when the test says so. Each account is a session of its own. */
function playDatabase() {
  const statements: Statement[] = [];
  const write = (arrivals: RecordingRow[], lockWait: LockWait) =>
    new Promise<Written[]>((resolve, reject) => {
      const written = (busy: string[]) =>
        arrivals.map(({ position, account, payment_key }) => ({
          position,
          outcome: (busy.includes(payment_key) ? "busy" : "recorded") as Outcome,
          sessionId: account ? (`ses_${account}` as const) : null,
          organisationId: null,
          isEventDue: false,
          handed: null,
        }));
      // In no order, for the statement promises none.
      statements.push({
        keys: arrivals.map(({ payment_key }) => payment_key),
        lockWait,
        answer: (busy = []) => resolve(written(busy).reverse()),
        fail: reject,
      });
    });
  return { statements, recorder: new Recorder(write) };
}

const arrival = (paymentKey: string, notice?: Parameters<typeof incoming>[1]) =>
  toRecordingRow(incoming({ paymentKey }, notice), 0);
const settle = () => vi.advanceTimersByTimeAsync(0);
const keysOf = ({ statements }: ReturnType<typeof playDatabase>) => statements.map(({ keys }) => keys);
const failure = (code: string) => Object.assign(new Error(code), { code });

test("a lone credit is written at once", () => {
  const database = playDatabase();
  void database.recorder.record(arrival("a"));
  expect(keysOf(database)).toEqual([["a"]]);
});

test("while a statement is under way the rest wait together and share the next one", async () => {
  const database = playDatabase();
  const recorded = ["a", "b", "c", "d", "e"].map((key) => database.recorder.record(arrival(key)));
  expect(keysOf(database)).toEqual([["a"]]);
  database.statements[0]?.answer();
  await settle();
  expect(keysOf(database)).toEqual([["a"], ["b", "c", "d", "e"]]);
  for (const { answer } of database.statements) answer();
  expect((await Promise.all(recorded)).map(({ outcome }) => outcome)).toEqual(Array(5).fill("recorded"));
});

test("each credit gets its own answer, in whatever order the statement gives them", async () => {
  const database = playDatabase();
  const arrivals = ["a", "b", "c", "d"].map((key) => arrival(key));
  const recorded = arrivals.map((one) => database.recorder.record(one));
  for (let turn = 0; turn < 3; turn++) {
    for (const { answer } of database.statements) answer();
    await settle();
  }
  const ids = (await Promise.all(recorded)).map(({ transactionId }) => transactionId);
  expect(ids).toEqual(arrivals.map(({ transaction_id }) => transaction_id));
});

test("a statement carries a hundred credits at most", async () => {
  const database = playDatabase();
  for (let key = 0; key < 252; key++) void database.recorder.record(arrival(`${key}`));
  for (let turn = 0; turn < 3; turn++) {
    for (const { answer } of database.statements) answer();
    await settle();
  }
  expect(keysOf(database).map(({ length }) => length)).toEqual([1, 100, 100, 51]);
});

test("two notices of one payment never travel in one statement; of two banks or modes they may", async () => {
  const database = playDatabase();
  for (const key of ["x", "a", "a", "b", "a"]) void database.recorder.record(arrival(key));
  void database.recorder.record(arrival("a", { provider: "nomba" }));
  void database.recorder.record(arrival("a", { mode: "live" }));
  database.statements[0]?.answer();
  await settle();
  expect(keysOf(database).slice(1)).toEqual([["a", "b", "a", "a"]]);
  for (const turn of [1, 2]) {
    database.statements[turn]?.answer();
    await settle();
  }
  expect(keysOf(database).slice(2)).toEqual([["a"], ["a"]]);
});

test("a row that the database refuses fails alone", async () => {
  const database = playDatabase();
  void database.recorder.record(arrival("x"));
  const recorded = ["a", "poison", "b"].map((key) => database.recorder.record(arrival(key)));
  const ends = Promise.allSettled(recorded);
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.fail(failure("22021"));
  for (let turn = 0; turn < 3; turn++) {
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
  "a database that is away (%s) fails all that travelled, once, and what comes later is tried afresh",
  async (code) => {
    const database = playDatabase();
    void database.recorder.record(arrival("x"));
    const recorded = ["a", "b"].map((key) => database.recorder.record(arrival(key)));
    const ends = Promise.allSettled(recorded);
    database.statements[0]?.answer();
    await settle();
    database.statements[1]?.fail(failure(code));
    expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(keysOf(database)).toHaveLength(2);
    const later = database.recorder.record(arrival("c"));
    database.statements[2]?.answer();
    expect(await later).toMatchObject({ outcome: "recorded" });
  },
);

test("when more wait than can be recorded soon the next is told to come again, and taken once there is room", async () => {
  const database = playDatabase();
  for (let key = 0; key < 5_001; key++) void database.recorder.record(arrival(`${key}`));
  expect(() => database.recorder.record(arrival("one too many"))).toThrow(
    expect.objectContaining({ code: "unavailable", headers: { "retry-after": "1" } }),
  );
  database.statements[0]?.answer();
  await settle();
  void database.recorder.record(arrival("there is room"));
});

const lockTimeout = () =>
  new Failure("unavailable", { internal: "55P03", cause: Object.assign(new Error(), { code: "55P03" }) });
const of = (account: string, paymentKey: string) => toRecordingRow(incoming({ account, paymentKey }), 0);
const open = ({ statements }: ReturnType<typeof playDatabase>, from = 0) =>
  statements.slice(from).map(({ lockWait, keys }) => [lockWait, ...keys]);

/** Records one payment of session A whose counter row stays locked; its lane waits in the last statement. */
async function lockSessionA() {
  const database = playDatabase();
  const first = database.recorder.record(of("A", "a1"));
  database.statements[0]?.answer(["a1"]);
  await settle();
  database.statements[1]?.fail(lockTimeout());
  await settle();
  expect(open(database)).toEqual([
    ["skip", "a1"],
    ["short", "a1"],
    ["long", "a1"],
  ]);
  return { ...database, first };
}

test("payments of a session whose row is locked wait in a lane of their own, and others are recorded meanwhile", async () => {
  const { first, ...database } = await lockSessionA();
  const later = [of("A", "a2"), of("A", "a3")].map((one) => database.recorder.record(one));
  for (const turn of [3, 4, 5]) {
    const other = database.recorder.record(of("B", `b${turn}`));
    database.statements[turn]?.answer();
    expect(await other).toMatchObject({ outcome: "recorded", sessionId: "ses_B" });
    await settle();
  }
  expect(open(database, 3)).toEqual([
    ["skip", "b3"],
    ["skip", "b4"],
    ["skip", "b5"],
  ]);
  database.statements[2]?.answer();
  expect(await first).toMatchObject({ outcome: "recorded" });
  await settle();
  expect(open(database, 6)).toEqual([["long", "a2", "a3"]]);
  database.statements[6]?.answer();
  for (const done of later) expect(await done).toMatchObject({ outcome: "recorded" });
  void database.recorder.record(of("A", "a4"));
  expect(open(database, 7)).toEqual([["skip", "a4"]]);
});

test("arrivals of many sessions that were locked for a moment are written again together, beside the main batch", async () => {
  const database = playDatabase();
  void database.recorder.record(of("X", "x"));
  for (const session of ["A", "B", "C"]) void database.recorder.record(of(session, session));
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.answer(["A", "B"]);
  await settle();
  void database.recorder.record(of("D", "D"));
  expect(open(database, 2)).toEqual([
    ["short", "A", "B"],
    ["skip", "D"],
  ]);
});

test("the sessions of a statement that waits too long for a lock are written one by one, and the rest go on", async () => {
  const database = playDatabase();
  void database.recorder.record(of("X", "x"));
  const recorded = ["A", "B", "C"].map((session) => database.recorder.record(of(session, session)));
  database.statements[0]?.answer();
  await settle();
  void database.recorder.record(of("A", "a2"));
  void database.recorder.record(of("D", "D"));
  database.statements[1]?.fail(lockTimeout());
  await settle();
  expect(open(database, 2)).toEqual([
    ["long", "A"],
    ["long", "B"],
    ["long", "C"],
    ["skip", "D"],
  ]);
  for (const turn of [3, 4, 5]) database.statements[turn]?.answer();
  await Promise.all([recorded[1], recorded[2]]);
  void database.recorder.record(of("B", "b2"));
  expect(open(database, 6)).toEqual([["skip", "b2"]]);
});

test("a session whose lane was slow keeps it for ten seconds", async () => {
  const { statements, recorder } = await lockSessionA();
  await vi.advanceTimersByTimeAsync(300);
  statements[2]?.answer();
  await settle();
  void recorder.record(of("A", "a2"));
  statements[3]?.answer();
  await vi.advanceTimersByTimeAsync(10_001);
  void recorder.record(of("A", "a3"));
  expect(open({ statements, recorder }, 3)).toEqual([
    ["long", "a2"],
    ["skip", "a3"],
  ]);
});

test("four lanes send at once, and a fifth waits for one of them", async () => {
  const database = playDatabase();
  void database.recorder.record(of("X", "x"));
  const sessions = ["A", "B", "C", "D", "E", "F"];
  for (const session of sessions) void database.recorder.record(of(session, session));
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.fail(lockTimeout());
  await settle();
  expect(open(database, 2).map(([, key]) => key)).toEqual(["A", "B", "C", "D"]);
  void database.recorder.record(of("G", "G"));
  expect(open(database, 6)).toEqual([["skip", "G"]]);
  database.statements[3]?.answer();
  await settle();
  expect(open(database, 7)).toEqual([["long", "E"]]);
});

test("two notifications of one payment are never in flight at once, though their destinations differ", async () => {
  const database = await lockSessionA();
  const repeat = database.recorder.record(of("B", "a1"));
  await settle();
  expect(open(database, 3)).toEqual([]);
  database.statements[2]?.answer();
  await settle();
  expect(open(database, 3)).toEqual([["skip", "a1"]]);
  database.statements[3]?.answer();
  expect(await repeat).toMatchObject({ outcome: "recorded" });
});

test("payments that wait in lanes count as waiting", async () => {
  const { recorder } = await lockSessionA();
  for (let key = 0; key < 5_000; key++) void recorder.record(of("A", `later ${key}`));
  expect(() => recorder.record(of("B", "one too many"))).toThrow(
    expect.objectContaining({ code: "unavailable" }),
  );
});
