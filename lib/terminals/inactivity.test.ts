/** Guarantee: a terminal is called silent after ten minutes, or five of its usual gaps, and never before its first payment. */
import { expect, test } from "vitest";
import { asOrganisation } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { inactiveFrom, readCadences } from "./inactivity";

useTestDatabase();

const minute = (count: number) => new Date(Date.UTC(2025, 11, 12, 20, count));

test("a terminal that was never heard from is not silent", () => {
  expect(inactiveFrom({ lastPaymentAt: null, usualGapMs: null })).toBeUndefined();
});

test("a terminal is silent ten minutes after its last payment, also after its first", () => {
  expect(inactiveFrom({ lastPaymentAt: minute(0), usualGapMs: null })).toEqual(minute(10));
  expect(inactiveFrom({ lastPaymentAt: minute(0), usualGapMs: 119_999 })).toEqual(minute(10));
});

test("a terminal that takes something now and then is let be for five of its usual gaps", () => {
  expect(inactiveFrom({ lastPaymentAt: minute(0), usualGapMs: 5 * 60_000 })).toEqual(minute(25));
});

test("the usual gap is the median, the last payment the latest made, and failed ones are neither", async () => {
  const { scope, sessionId, terminalId, otherTerminalId } = await openTestSession();
  const pay = (paidAt: Date, status: "successful" | "failed" = "successful") =>
    recordCredit(incoming({ channel: "pos", devices: [terminalId], paidAt, status }));
  // Told out of order, and one of them failed: gaps of 1, 2 and 30 minutes.
  for (const at of [40, 7, 9]) await pay(minute(at));
  await pay(minute(10));
  await pay(minute(50), "failed");
  const rhythms = await asOrganisation(scope.organisationId, (db) => readCadences(db, sessionId));
  expect(rhythms).toEqual([
    { terminalId, lastPaymentAt: minute(40), usualGapMs: 120_000 },
    { terminalId: otherTerminalId, lastPaymentAt: null, usualGapMs: null },
  ]);
});
