import { expect, test } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import { fakeDatabase, forbidTimers, settle } from "../testing/fake-database";
import { createIncomingCredit } from "../testing/sessions";
import { toRecordingRow } from "./recording-row";

forbidTimers();

const input = (paymentKey: string, notification?: Parameters<typeof createIncomingCredit>[1]) =>
  toRecordingRow(createIncomingCredit({ paymentKey }, notification), 0);
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

test("the rows of a batch in a deadlock are written one by one", async () => {
  const database = fakeDatabase();
  void database.recorder.record(input("x"));
  const recorded = ["a", "b"].map((key) => database.recorder.record(input(key)));
  database.statements[0]?.answer();
  await settle();
  database.statements[1]?.fail(new Failure("unavailable", { internal: "40P01", cause: failure("40P01") }));
  for (const round of [2, 3]) {
    await settle();
    database.statements[round]?.answer();
  }
  expect(await Promise.all(recorded)).toHaveLength(2);
  expect(keysOf(database).slice(2)).toEqual([["a"], ["b"]]);
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
