import { expect, test } from "vitest";
import type { ExceptionJson } from "./api";
import { defaultChoice, formatDelay } from "./exception-choices";

const LATE = {
  is_assignable: true,
  notification: { paid_at: "2026-12-13T00:31:00.000Z" } as ExceptionJson["notification"],
  ledger: null,
  reason: "session_closed",
} as const;

test.each([
  ["assign", [{}], false],
  ["to_refund", [], false],
  ["to_refund", undefined, true],
  [undefined, undefined, false],
] as const)("a late payment begins with %s if the other open events are %j", (choice, data, isError) => {
  expect(defaultChoice(LATE, { data, isError })).toBe(choice);
});

test("what cannot be assigned or refunded begins with a note", () => {
  const recorded = { ...LATE, is_assignable: false };
  expect(defaultChoice(recorded, { data: [{}], isError: false })).toBe("dismissed");
  expect(defaultChoice({ ...LATE, notification: null }, { data: [], isError: false })).toBe("dismissed");
});

test.each([
  ["2026-12-13T00:14:00.000Z", "17 min after the event closed"],
  ["2026-12-12T20:00:00.000Z", "4 h 31 min after the event closed"],
  ["2026-12-13T00:32:00.000Z", "Reported 3 min after the event closed"],
])("of an event closed at %s a payment was made %s", (closedAt, text) => {
  const event = { session_id: "ses_1", name: "Jazz", closed_at: closedAt } as ExceptionJson["event"];
  expect(formatDelay({ ...LATE, event, created_at: "2026-12-13T00:35:00.000Z" })).toBe(text);
  expect(formatDelay({ ...LATE, event, reason: "unreadable", created_at: "" })).toBeUndefined();
});
