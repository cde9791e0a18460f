import { describe, expect, it } from "vitest";
import { parseIdempotencyKey } from "./parse-key";

const UUID = "8e03978e-40d5-43e8-bc93-6894a57f9324";

describe("an idempotency key", () => {
  it.each([
    ["in quotes", `"${UUID}"`, UUID],
    ["without quotes", UUID, UUID],
    ["with spaces around it", `  "${UUID}" `, UUID],
    ["with escaped quotes and backslashes", String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ["with spaces, commas and semicolons in quotes", '"a b, c; d"', "a b, c; d"],
    ["with parameters, which are ignored", '"abc";a;b=1; c="d;\\"e\\"";f=?0;g=:YQ==:;h=tok/en', "abc"],
    ["of one character", "~", "~"],
    ["of 255 characters", "k".repeat(255), "k".repeat(255)],
    ["of 255 characters with escapes", `"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
    ["without quotes, with a backslash", "a\\b", "a\\b"],
  ])("is accepted %s", (_name, value, key) => {
    expect(parseIdempotencyKey(value)).toBe(key);
  });

  it.each([
    ["empty", "", /must not be empty/],
    ["blank", "   ", /must not be empty/],
    ["empty in quotes", '""', /must not be empty/],
    ["of 256 characters", "k".repeat(256), /at most 255 characters; it has 256/],
    ["with a quote that is not closed", '"abc', /in double quotes/],
    ["with a quote inside", 'a"b', /in double quotes/],
    ["with an escape of another character", String.raw`"a\bc"`, /in double quotes/],
    ["with a text after the quotes", '"abc" def', /in double quotes/],
    ["sent twice", '"abc", "def"', /sent once/],
    ["sent twice without quotes", "abc, def", /sent once/],
    ["with a space, without quotes", "a b", /in double quotes/],
    ["with a tab", '"a\tb"', /printable ASCII/],
    ["with a letter outside ASCII", '"é"', /printable ASCII/],
    ["with a parameter whose name is in upper case", '"abc";A=1', /in double quotes/],
  ])("is refused %s, naming the header", (_name, value, detail) => {
    expect(() => parseIdempotencyKey(value)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        faults: [{ header: "Idempotency-Key", detail: expect.stringMatching(detail) }],
      }),
    );
  });

  it("is refused quickly if it is long and malformed", () => {
    const startedAt = performance.now();
    for (const value of [
      `"${"\\\\".repeat(8_000)}`,
      `"a"${";a=1".repeat(4_000)}!`,
      `"a"${"; ".repeat(8_000)}`,
      `a${" ".repeat(65_536)}b`,
    ])
      expect(() => parseIdempotencyKey(value)).toThrow(/in double quotes/);
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});
