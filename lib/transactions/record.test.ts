import { afterEach, expect, test, vi } from "vitest";
import { assertDefined } from "@/lib/core/assert";
import { systemDb } from "@/lib/db/client";
import { findSingleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import type { Recorder } from "./batch";
import { recordCredit } from "./record";
import type { Incoming } from "./recording-row";
import { incoming, openTestSession } from "./testing/sessions";

useTestDatabase();
afterEach(() => void vi.restoreAllMocks());

/** The same bytes, told again. */
function again(first: Incoming, body = first.notice.body): Incoming {
  const { notice } = incoming();
  return { ...first, notice: { ...notice, body } };
}

/** The recorder of this process, which the first credit makes. */
async function recorderOf(account: string): Promise<Recorder> {
  await recordCredit(incoming({ account }));
  return assertDefined(findSingleton<Recorder>("recorder"), "a credit was recorded");
}

async function counted() {
  const [rows] = await systemDb().sql`
    select (select count(*) from transactions)::int as transactions, (select count(*) from notices)::int as notices`;
  return rows;
}

test("copies that come while a notice is being taken wait for it and share its end", async () => {
  const { account } = await openTestSession();
  const recorder = await recorderOf(account);
  const before = await counted();
  const writes = vi.spyOn(recorder, "record");
  const first = incoming({ account });
  const fates = await Promise.all(
    [first, ...Array.from({ length: 99 }, () => again(first))].map((one) => recordCredit(one)),
  );
  expect(fates.map(({ fate }) => fate)).toEqual(["recorded", ...Array(99).fill("known")]);
  expect(writes).toHaveBeenCalledOnce();
  expect(await counted()).toEqual({
    transactions: before?.transactions + 1,
    notices: before?.notices + 1,
  });
});

test("where the first of many copies cannot be recorded none is acknowledged, and the next one told is recorded", async () => {
  const { account } = await openTestSession();
  const recorder = await recorderOf(account);
  const writes = vi.spyOn(recorder, "record").mockRejectedValueOnce(new Error("the database is away"));
  const first = incoming({ account });
  const ends = await Promise.allSettled([first, again(first), again(first)].map((one) => recordCredit(one)));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(writes).toHaveBeenCalledOnce();
  expect(await recordCredit(again(first))).toMatchObject({ fate: "recorded" });
});

test("another notice of a payment that is being taken is judged by itself", async () => {
  const { account } = await openTestSession();
  const first = incoming({ account });
  const other = again(first, Buffer.from("other bytes"));
  const contradiction: Incoming = { ...other, credit: { ...first.credit, status: "failed" } };
  const fates = await Promise.all([recordCredit(first), recordCredit(contradiction)]);
  expect(fates.map(({ fate }) => fate)).toEqual(["recorded", "exception"]);
});

test("copies to a session that is closed are kept before any is acknowledged", async () => {
  const { account, sessionId } = await openTestSession();
  await systemDb().sql`update session_counters set status = 'closed' where session_id = ${sessionId}`;
  const first = incoming({ account });
  const fates = await Promise.all([first, again(first), again(first)].map((one) => recordCredit(one)));
  expect(fates.map(({ fate }) => fate)).toEqual(["exception", "exception", "exception"]);
  const [kept] = await systemDb()
    .sql`select count(*)::int as count from exceptions where session_id = ${sessionId}`;
  expect(kept?.count).toBe(1);
});
