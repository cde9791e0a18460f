import { expect, test } from "vitest";
import { formatTypedMoment, isMomentValue, parseTypedMoment } from "./typed-date";

test.each([
  ["23 Nov 2026", "2026-11-23", undefined],
  ["  Mon 23  november 2026 ", "2026-11-23", undefined],
  ["23-Nov-2026", "2026-11-23", undefined],
  ["3/11/2026", "2026-11-03", undefined],
  ["03.11.2026", "2026-11-03", undefined],
  ["2026-11-23", "2026-11-23", undefined],
  ["23 Nov 2026, 17:00", "2026-11-23", "17:00"],
  ["2026-11-23T17:05", "2026-11-23", "17:05"],
  ["Sat 12 Dec 2026 at 5 pm", "2026-12-12", "17:00"],
  ["12/12/2026 12:30am", "2026-12-12", "00:30"],
])("the typed date %j is %s, %s", (typed, day, time) => {
  expect(parseTypedMoment(typed)).toEqual({ day, time });
});

test.each([
  "",
  "31 Nov 2026",
  "11/23/2026",
  "23 Foo 2026",
  "23 Nov",
  "23 Nov 2026, 25:00",
  "23 Nov 2026 13 pm",
])("%j is no date", (typed) => expect(parseTypedMoment(typed)).toBeUndefined());

test("a value is shown as it is typed, and a text that is no date is no value", () => {
  expect(formatTypedMoment("2026-11-23")).toBe("23 Nov 2026");
  expect(formatTypedMoment("2026-11-03T07:05")).toBe("3 Nov 2026, 07:05");
  expect(isMomentValue("2026-11-23", false)).toBe(true);
  expect(isMomentValue("2026-11-23", true)).toBe(false);
  expect(isMomentValue("23 Foo", false)).toBe(false);
});
