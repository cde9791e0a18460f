import { expect, test } from "vitest";
import { findDayFilter } from "./days";

test.each(["1 Nov", "31 February 2026"])(
  "%s is no date: it filters nothing once its field is left",
  (text) => {
    expect(findDayFilter({ text, isLeft: false })).toBeUndefined();
    expect(findDayFilter({ text, isLeft: true })).toBe("");
  },
);

test.each(["2026-11-23", ""])("a day and an empty field set the filter at once: %s", (text) => {
  expect(findDayFilter({ text, isLeft: false })).toBe(text);
  expect(findDayFilter({ text, isLeft: true })).toBe(text);
});
