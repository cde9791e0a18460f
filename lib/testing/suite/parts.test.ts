/** Guarantee: the parts of the suite together run every test; the fast ones are in each part. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type ListedTest,
  PARTS,
  parsePart,
  SLOW_FILES,
  selectPart,
  selectTests,
  toListLine,
} from "./parts.mjs";

const PART_NUMBERS = Array.from({ length: PARTS }, (_, part) => part);
const row = (project: string, file: string) => (_: unknown, index: number) => ({
  project,
  file,
  titles: ["every page", `row ${index}`],
});
const rows = (project: string, file: string, count = 20): ListedTest[] =>
  Array.from({ length: count }, row(project, file));

test("each slow unit test file exists and is in exactly one part", () => {
  expect(SLOW_FILES.filter((file) => !existsSync(file))).toEqual([]);
  expect(PART_NUMBERS.flatMap((part) => selectPart(SLOW_FILES, part)).sort()).toEqual(SLOW_FILES);
});

test("the rows of a slow table are spread over the parts, each in one", () => {
  const table = rows("dashboard", "dashboard/phone.spec.ts");
  const selected = PART_NUMBERS.map((part) => selectTests(table, part));
  expect(selected.map(({ length }) => length)).toEqual([...Array(4).fill(2), ...Array(12).fill(1)]);
  expect(new Set(selected.flat())).toEqual(new Set(table));
});

test("each part runs the API's tests against the product's server, and the live page's", () => {
  const fast = [...rows("server", "api/tenancy.spec.ts"), ...rows("dashboard", "dashboard/live.spec.ts")];
  for (const part of PART_NUMBERS) expect(selectTests(fast, part)).toEqual(fast);
});

test("tests under plain `next start`, and tests that kill processes, are in one part", () => {
  const slow = [...rows("next", "api/tenancy.spec.ts", 1), ...rows("server", "api/refund-crash.spec.ts", 1)];
  expect(PART_NUMBERS.flatMap((part) => selectTests(slow, part))).toEqual(slow);
});

test("tests that run in order are in the same part", () => {
  const inOrder = rows("server", "api/live-banks.spec.ts");
  const selected = PART_NUMBERS.map((part) => selectTests(inOrder, part));
  expect(selected.filter(({ length }) => length > 0)).toEqual([inOrder]);
});

test("a title that a list of tests cannot express is refused", () => {
  const listed = { project: "next", file: "api/auth.spec.ts", titles: ["keys", "are secret"] };
  expect(toListLine(listed)).toBe("[next] › api/auth.spec.ts › keys › are secret");
  for (const title of ["refuses ", "a › b", "two\nlines", ""])
    expect(() => toListLine({ ...listed, titles: [title] })).toThrow("auth.spec.ts");
});

test.each(["x", String(PARTS), "-1", "1.5", ""])("the part %j is refused", (text) => {
  expect(() => parsePart(text)).toThrow(`--part must be 0 to ${PARTS - 1}`);
});

test("a part is read from its number", () => {
  expect(parsePart("7")).toBe(7);
});
