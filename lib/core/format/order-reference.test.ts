import { expect, test } from "vitest";
import { findOccurrences, isReference, isReferenceAt } from "./order-reference";

const isIn = (reference: string, narration: string) =>
  findOccurrences(narration).some((at) => isReferenceAt(at, reference));

test.each(["ORD-4821", "ORD4821", "a1b2", "T.2026/12_9", "9A-9-9-9", `A${"1".repeat(39)}`])(
  "%s has the form of a reference",
  (reference) => expect(isReference(reference)).toBe(true),
);

test.each([
  ["no digit", "ORDER"],
  ["no letter", "48210077"],
  ["too short", "A-12"],
  ["too long", `A${"1".repeat(40)}`],
  ["five parts", "A-1-2-3-4"],
  ["two separators in a row", "ORD--4821"],
  ["a separator at the end", "ORD-4821-"],
  ["a space", "ORD 4821"],
  ["characters of regular expressions", "ORD.*4821"],
  ["a NUL", "ORD4821\u0000"],
  ["letters of other scripts", "ОРД4821"],
  ["a line end", "ORD4821\n"],
  ["nothing", ""],
])("a text with %s is no reference", (_, text) => expect(isReference(text)).toBe(false));

test.each([
  ["in another case", "payment for ord-4821"],
  ["with a space as separator", "ORD 4821"],
  ["with another separator", "NIP/ORD/4821/ADA OBI"],
  ["without its separator", "TRF ORD4821 FRM ADA"],
  ["after punctuation", "(ORD-4821):tickets"],
  ["in full-width letters", "ＯＲＤ－４８２１"],
  ["inside right-to-left text", "\u200Fتذكرة \u202BORD-4821\u202C شكرا"],
  ["with an invisible character in it", "OR\u200BD-48\u200E21"],
  ["at the end of 200 characters", `${"x ".repeat(96)}ORD-4821`],
  ["beside characters of regular expressions", ".*[ORD-4821](?:"],
])("a reference is found %s", (_, narration) => expect(isIn("ORD-4821", narration)).toBe(true));

test.each([
  ["a longer number", "ORD-48210"],
  ["a longer word", "XORD-4821"],
  ["a letter of another script after it", "ORD-4821я"],
  ["a combining mark after it", "ORD-4821\u0301"],
  ["only a part of it", "ORD 482"],
  ["other words between its parts", "ORD FOR 4821"],
  ["nothing", ""],
])("a reference is not found in a narration with %s", (_, narration) =>
  expect(isIn("ORD-4821", narration)).toBe(false),
);

test("a reference without separators is one word", () => {
  expect(isIn("ORD4821", "ORD 4821")).toBe(false);
  expect(isIn("ORD4821", "ORD4821-ADA")).toBe(true);
});

test("a long narration of short words takes no more than a few milliseconds", () => {
  const narration = "a1 ".repeat(166);
  const startedAt = performance.now();
  for (let round = 0; round < 100; round++) findOccurrences(narration);
  expect((performance.now() - startedAt) / 100).toBeLessThan(20);
});
