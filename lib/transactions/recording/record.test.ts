import { afterEach, expect, test, vi } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { findSingleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import type { Recorder } from "./batch";
import { recordCredit } from "./record";
import type { IncomingCredit } from "./recording-row";

useTestDatabase();
afterEach(() => void vi.restoreAllMocks());

/** Another notification with the same bytes. */
function copyOf(first: IncomingCredit, body = first.notification.body): IncomingCredit {
  const { notification } = createIncomingCredit();
  return { ...first, notification: { ...notification, body } };
}

/** The recorder of this process, which the first recorded credit creates. */
async function recorderOf(account: string): Promise<Recorder> {
  await recordCredit(createIncomingCredit({ account }));
  return assertDefined(findSingleton<Recorder>("recorder"), "a credit was recorded");
}

async function countRows() {
  const [rows] = await systemDb().sql`
    select (select count(*) from transactions)::int as transactions, (select count(*) from bank_notifications)::int as notifications`;
  return rows;
}

test("copies of a notification that is being recorded wait for it and share its outcome", async () => {
  const { account } = await openTestSession();
  const recorder = await recorderOf(account);
  const before = await countRows();
  const writes = vi.spyOn(recorder, "record");
  const first = createIncomingCredit({ account });
  const outcomes = await Promise.all(
    [first, ...Array.from({ length: 99 }, () => copyOf(first))].map((one) => recordCredit(one)),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["recorded", ...Array(99).fill("existing")]);
  expect(writes).toHaveBeenCalledOnce();
  expect(await countRows()).toEqual({
    transactions: before?.transactions + 1,
    notifications: before?.notifications + 1,
  });
});

test("if the first of many copies cannot be recorded none is acknowledged, and the next copy is recorded", async () => {
  const { account } = await openTestSession();
  const recorder = await recorderOf(account);
  const writes = vi.spyOn(recorder, "record").mockRejectedValueOnce(new Error("the database is unavailable"));
  const first = createIncomingCredit({ account });
  const ends = await Promise.allSettled(
    [first, copyOf(first), copyOf(first)].map((one) => recordCredit(one)),
  );
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(writes).toHaveBeenCalledOnce();
  expect(await recordCredit(copyOf(first))).toMatchObject({ outcome: "recorded" });
});

test("a different notification of a payment that is being recorded is processed separately", async () => {
  const { account } = await openTestSession();
  const first = createIncomingCredit({ account });
  const other = copyOf(first, Buffer.from("other bytes"));
  const contradiction: IncomingCredit = { ...other, credit: { ...first.credit, status: "failed" } };
  const outcomes = await Promise.all([recordCredit(first), recordCredit(contradiction)]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["recorded", "exception"]);
});

test("copies for a closed session are saved before any is acknowledged", async () => {
  const { account, sessionId } = await openTestSession();
  await systemDb().sql`update session_states set status = 'closed' where session_id = ${sessionId}`;
  const first = createIncomingCredit({ account });
  const outcomes = await Promise.all([first, copyOf(first), copyOf(first)].map((one) => recordCredit(one)));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["exception", "exception", "exception"]);
  const [saved] = await systemDb()
    .sql`select count(*)::int as count from exceptions where session_id = ${sessionId}`;
  expect(saved?.count).toBe(1);
});
