import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { recordCredit } from "./record";

useTestDatabase();

async function sessionOf(outcome: Awaited<ReturnType<typeof recordCredit>>): Promise<unknown> {
  const transactionId = "transactionId" in outcome ? outcome.transactionId : undefined;
  const [row] = await systemDb().sql`
    select session_id from transactions where id = ${transactionId ?? ""}`;
  return row?.sessionId;
}

test("a transfer to another number of the reservation is recorded in the session of its reference", async () => {
  const { sessionId } = await openTestSession();
  const credit = createIncomingCredit({ account: "7777777777", accountReference: sessionId });
  expect(await sessionOf(await recordCredit(credit))).toBe(sessionId);
});

test("a transfer without an account number is recorded in the session of its reference", async () => {
  const { sessionId } = await openTestSession();
  const credit = createIncomingCredit({ account: "", accountReference: sessionId, status: "failed" });
  expect(await sessionOf(await recordCredit(credit))).toBe(sessionId);
});

test("the account number takes precedence over the reference", async () => {
  const first = await openTestSession();
  const second = await openTestSession();
  const credit = createIncomingCredit({ account: first.account, accountReference: second.sessionId });
  expect(await sessionOf(await recordCredit(credit))).toBe(first.sessionId);
});

test("a terminal payment is not recorded by the reference of an account", async () => {
  const { sessionId } = await openTestSession();
  const credit = createIncomingCredit({ channel: "pos", devices: ["SN-9"], accountReference: sessionId });
  expect(await recordCredit(credit)).toEqual({ outcome: "exception" });
});

test("a reference of a session with an account of another connection is not used", async () => {
  const { sessionId } = await openTestSession();
  const credit = createIncomingCredit({ account: "7777777778", accountReference: sessionId });
  await systemDb().sql`
    update sessions set account_connection_id = 'bnk_nomba' where session_id = ${sessionId}`;
  expect(await recordCredit(credit)).toEqual({ outcome: "exception" });
});

test("a reference that is no session's leaves an exception", async () => {
  const credit = createIncomingCredit({ account: "7777777779", accountReference: "1636106097661" });
  expect(await recordCredit(credit)).toEqual({ outcome: "exception" });
});
