import { expect, test, vi } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import { fakeDatabase, forbidTimers, settle } from "../testing/fake-database";
import { createIncomingCredit } from "../testing/sessions";
import { toRecordingRow } from "./recording-row";

forbidTimers();

const lockTimeout = () =>
  new Failure("unavailable", { internal: "55P03", cause: Object.assign(new Error(), { code: "55P03" }) });
const of = (account: string, paymentKey: string) =>
  toRecordingRow(createIncomingCredit({ account, paymentKey }), 0);
const statementsOf = ({ statements }: Pick<ReturnType<typeof fakeDatabase>, "statements">, from = 0) =>
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

/** Records a payment of session A, and another one that the shared statement skips; it is retried in the third statement. */
async function skipSessionA() {
  const database = fakeDatabase();
  void database.recorder.record(of("A", "a0"));
  database.statements[0]?.answer();
  await settle();
  void database.recorder.record(of("A", "a1"));
  database.statements[1]?.answer(["a1"]);
  await settle();
  return database;
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

test("a session in which another process records is written in turns for a second", async () => {
  const database = await skipSessionA();
  database.addPayment("A");
  for (const key of ["a2", "a3"]) void database.recorder.record(of("A", key));
  void database.recorder.record(of("B", "b1"));
  database.statements[2]?.answer();
  database.statements[3]?.answer();
  await settle();
  expect(database.statements).toHaveLength(4);
  // They are written when the other process had time for its next statement.
  void database.recorder.record(of("A", "a4"));
  await vi.advanceTimersByTimeAsync(10);
  database.statements[4]?.answer();
  await settle();
  void database.recorder.record(of("A", "a5"));
  expect(database.statements).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(10);
  database.statements[5]?.answer();
  await settle();
  // A batch of one payment is followed by no pause.
  void database.recorder.record(of("A", "a6"));
  database.statements[6]?.answer();
  await vi.advanceTimersByTimeAsync(1_000);
  void database.recorder.record(of("A", "a7"));
  expect(statementsOf(database, 1)).toEqual([
    ["skip", "a1"],
    ["short", "a1"],
    ["skip", "b1"],
    ["short", "a2", "a3", "a4"],
    ["short", "a5"],
    ["short", "a6"],
    ["skip", "a7"],
  ]);
});

test("while the other process records, each of its batches extends the second of turns", async () => {
  const database = await skipSessionA();
  for (const round of [2, 3, 4]) {
    database.addPayment("A");
    database.statements[round]?.answer();
    await vi.advanceTimersByTimeAsync(900);
    void database.recorder.record(of("A", `a${round}`));
  }
  database.statements[5]?.answer();
  await vi.advanceTimersByTimeAsync(200);
  void database.recorder.record(of("A", "a5"));
  expect(statementsOf(database, 2)).toEqual([
    ["short", "a1"],
    ["short", "a2"],
    ["short", "a3"],
    ["short", "a4"],
    ["skip", "a5"],
  ]);
});

test("processes that record in one session without meeting take no turns", async () => {
  const database = fakeDatabase();
  for (const key of ["a1", "a2", "a3"]) {
    void database.recorder.record(of("A", key));
    database.statements.at(-1)?.answer();
    await settle();
    database.addPayment("A");
  }
  expect(statementsOf(database)).toEqual([
    ["skip", "a1"],
    ["skip", "a2"],
    ["skip", "a3"],
  ]);
});

test("after a lock of something other than recording, a session is recorded without pauses", async () => {
  const database = fakeDatabase();
  void database.recorder.record(of("A", "a1"));
  database.statements[0]?.answer();
  await settle();
  for (const key of ["a2", "a3"]) void database.recorder.record(of("A", key));
  void database.recorder.record(of("B", "b1"));
  database.statements[1]?.answer(["a2"]);
  await settle();
  void database.recorder.record(of("A", "a4"));
  for (const round of [2, 3]) database.statements[round]?.answer();
  await settle();
  database.statements[4]?.answer();
  await settle();
  void database.recorder.record(of("A", "a5"));
  expect(statementsOf(database, 1)).toEqual([
    ["skip", "a2"],
    ["short", "a2"],
    ["skip", "b1"],
    ["short", "a3", "a4"],
    ["skip", "a5"],
  ]);
});

test("after a lock timeout, payments that joined the retried ones wait in the lane, and later ones do not", async () => {
  const { first, ...database } = await lockSessionA();
  database.statements[2]?.answer();
  await first;
  await settle();
  void database.recorder.record(of("A", "a2"));
  database.statements[3]?.answer(["a2"]);
  await settle();
  void database.recorder.record(of("A", "a3"));
  database.statements[4]?.fail(lockTimeout());
  await settle();
  for (const statement of [5, 6]) {
    database.statements[statement]?.answer();
    await settle();
  }
  void database.recorder.record(of("A", "a4"));
  expect(statementsOf(database, 3)).toEqual([
    ["skip", "a2"],
    ["short", "a2"],
    ["long", "a2"],
    ["long", "a3"],
    ["skip", "a4"],
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
  expect(statementsOf({ statements }, 3)).toEqual([
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
