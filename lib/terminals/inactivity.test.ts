/**
 * Guarantee: a terminal is inactive after ten minutes, or five of its usual gaps, and never before its first payment.
 */
import { expect, test } from "vitest";
import { asOrganisation } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { inactiveFrom, readCadences } from "./inactivity";

useTestDatabase();

const minute = (count: number) => new Date(Date.UTC(2025, 11, 12, 20, count));

test("a terminal without payments is not inactive", () => {
  expect(inactiveFrom({ lastPaymentAt: null, usualGapMs: null })).toBeUndefined();
});

test("a terminal is inactive ten minutes after its last payment, even if that was its first", () => {
  expect(inactiveFrom({ lastPaymentAt: minute(0), usualGapMs: null })).toEqual(minute(10));
  expect(inactiveFrom({ lastPaymentAt: minute(0), usualGapMs: 119_999 })).toEqual(minute(10));
});

test("a terminal with infrequent payments is inactive only after five of its usual gaps", () => {
  expect(inactiveFrom({ lastPaymentAt: minute(0), usualGapMs: 5 * 60_000 })).toEqual(minute(25));
});

test("the usual gap is the median, the last payment the latest made, and failed payments are ignored", async () => {
  const { scope, sessionId, terminalId, otherTerminalId } = await openTestSession();
  const pay = (paidAt: Date, status: "successful" | "failed" = "successful") =>
    recordCredit(createIncomingCredit({ channel: "pos", devices: [terminalId], paidAt, status }));
  // Reported out of order, and one failed: gaps of 1, 2 and 30 minutes.
  for (const at of [40, 7, 9]) await pay(minute(at));
  await pay(minute(10));
  await pay(minute(50), "failed");
  const cadences = await asOrganisation(scope.organisationId, (db) => readCadences(db, sessionId));
  expect(cadences).toEqual([
    { terminalId, lastPaymentAt: minute(40), usualGapMs: 120_000 },
    { terminalId: otherTerminalId, lastPaymentAt: null, usualGapMs: null },
  ]);
});
