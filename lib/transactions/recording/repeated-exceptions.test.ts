/** Guarantee: reports of one payment that open an exception open a second one only if they state something else. */

import { expect, test } from "vitest";
import type { BankCredit } from "@/lib/bank";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { recordCredit } from "./record";

useTestDatabase();

let payments = 0;

/** Reports one payment several times; returns the status, amount and resolution of its exceptions, in order. */
async function reportAll(...reports: readonly Partial<BankCredit>[]): Promise<readonly unknown[]> {
  const paymentKey = `unrecorded-${++payments}`;
  for (const report of reports) {
    const incoming = createIncomingCredit({ ...report, paymentKey });
    expect(await recordCredit(incoming)).toEqual({ outcome: "exception" });
  }
  return systemDb().sql`
    select credit->>'status' as status, amount, resolution from exceptions
    where correlation_key = ${paymentKey} order by created_at, id`;
}

const OPEN = { status: "successful", amount: 10_000n, resolution: null };

test("a final report supersedes the pending one that states no account, and a late pending one adds nothing", async () => {
  const { scope, sessionId, account } = await openTestSession();
  await closeSession(scope, sessionId);
  const reports = [
    { status: "pending", account: "", accountReference: sessionId },
    { status: "successful", account },
    { status: "pending", account: "", accountReference: sessionId },
  ] as const;
  expect(await reportAll(...reports)).toEqual([
    { ...OPEN, status: "pending", resolution: "superseded" },
    OPEN,
  ]);
});

test("a report with one of the devices, or none, repeats; one with another device does not", async () => {
  const pos = { channel: "pos" } as const;
  const devices = ["SN-REPEATED", "TERMINAL-REPEATED"];
  const repeats = [devices, ["TERMINAL-REPEATED"], []].map((named) => ({ ...pos, devices: named }));
  expect(await reportAll(...repeats)).toEqual([OPEN]);
  expect(await reportAll({ ...pos, devices }, { ...pos, devices: ["SN-OTHER"] })).toEqual([OPEN, OPEN]);
});

test("a report with another amount or account opens a second exception", async () => {
  const { scope, sessionId, account } = await openTestSession();
  await closeSession(scope, sessionId);
  expect(await reportAll({ account }, { account, amount: 9_900n })).toEqual([
    OPEN,
    { ...OPEN, amount: 9_900n },
  ]);
  const other = await openTestSession();
  await closeSession(other.scope, other.sessionId);
  expect(await reportAll({ account }, { account: other.account })).toEqual([OPEN, OPEN]);
});

test("a conflict with a recorded payment is one exception, whether its report states the account or not", async () => {
  const { sessionId, account } = await openTestSession();
  const paymentKey = `recorded-${++payments}`;
  const report = (stated: Partial<BankCredit>) =>
    recordCredit(createIncomingCredit({ ...stated, paymentKey }));
  expect(await report({ account })).toMatchObject({ outcome: "recorded" });
  const unnamed = { account: "", accountReference: sessionId } as const;
  for (const stated of [unnamed, { account }])
    expect(await report({ ...stated, amount: 9_900n })).toEqual({ outcome: "exception" });
  for (const stated of [{ account }, unnamed])
    expect(await report({ ...stated, status: "failed" })).toEqual({ outcome: "exception" });
  expect(
    await systemDb().sql`
      select reason, amount from exceptions where correlation_key = ${paymentKey} order by created_at, id`,
  ).toEqual([
    { reason: "conflicting_repeat", amount: 9_900n },
    { reason: "contradicting_status", amount: 10_000n },
  ]);
});
