/** Guarantee: the entered headers are sent as they were entered, and none is lost without a message. */
import { expect, test } from "vitest";
import { findRepeated, headerPointer, toHeaders } from "./headers";

const lines = (...pairs: [string, string][]) => pairs.map(([name, value], key) => ({ key, name, value }));

test("empty lines are left out, and spaces around names and values are removed", () => {
  expect(toHeaders(lines([" Authorization ", " Bearer x "], ["", " "], ["X-Team", "y"]))).toEqual({
    Authorization: "Bearer x",
    "X-Team": "y",
  });
});

test("a line with a value alone is sent, so that the service refuses its missing name", () => {
  expect(toHeaders(lines(["", "Bearer x"]))).toEqual({ "": "Bearer x" });
});

test("a name given twice, in any case, is found, because an object would lose one", () => {
  const given = lines(["X-Team", "a"], ["", ""], ["x-team ", "b"]);
  expect(findRepeated(given)).toBe(given[2]);
  expect(findRepeated(lines(["X-Team", "a"], ["X-Gate", "b"]))).toBeUndefined();
});

test("the pointer of a header is that of the service's error", () => {
  expect(["Host ", "a/b", "a~b"].map(headerPointer)).toEqual([
    "/headers/Host",
    "/headers/a~1b",
    "/headers/a~0b",
  ]);
});
