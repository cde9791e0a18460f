import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Arrival } from "./arrival";
import { arrivalOf } from "./arrival";
import { Recorder } from "./batch";
import type { Written } from "./statement";
import { incoming } from "./testing/sessions";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), "recording has no timers").toBe(0);
  vi.useRealTimers();
});

/** A database whose statements end when the test says so. */
function playDatabase() {
  const statements: { keys: string[]; answer(): void; fail(thrown: unknown): void }[] = [];
  const write = (arrivals: Arrival[]) =>
    new Promise<Written[]>((resolve, reject) => {
      const written = arrivals.map(({ position }) => ({
        position,
        outcome: "recorded" as const,
        sessionId: null,
        organisationId: null,
        isEventDue: false,
        handed: null,
      }));
      // In no order, for the statement promises none.
      statements.push({
        keys: arrivals.map(({ payment_key }) => payment_key),
        answer: () => resolve(written.reverse()),
        fail: reject,
      });
    });
  return { statements, recorder: new Recorder(write) };
}

const arrival = (paymentKey: string, notice?: Parameters<typeof incoming>[1]) =>
  arrivalOf(incoming({ paymentKey }, notice), 0);
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
