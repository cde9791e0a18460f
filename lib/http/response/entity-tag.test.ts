import { expect, test } from "vitest";
import { contentTag, isNotModified, notModified } from "./entity-tag";

const TAG = contentTag('{"a":1}');
const ask = (value: string | undefined, method = "GET") =>
  new Request("http://localhost/", {
    method,
    headers: value === undefined ? {} : { "if-none-match": value },
  });

test("equal texts have equal tags, and different texts different ones", () => {
  expect(TAG).toMatch(/^"[\w-]{22}"$/);
  expect(contentTag('{"a":1}')).toBe(TAG);
  expect(contentTag('{"a":2}')).not.toBe(TAG);
});

test.each([
  [undefined, false],
  [TAG, true],
  [`W/${TAG}`, true],
  [`"other", ${TAG}`, true],
  [`"other","more"`, false],
  [TAG.replaceAll('"', ""), false],
  ["*", true],
])("If-None-Match: %s", (value, expected) => {
  expect(isNotModified(ask(value), TAG)).toBe(expected);
  expect(isNotModified(ask(value, "HEAD"), TAG)).toBe(expected);
});

test("a weak tag matches its strong form", () => {
  expect(isNotModified(ask('"7"'), 'W/"7"')).toBe(true);
  expect(isNotModified(ask('W/"7"'), 'W/"7"')).toBe(true);
  expect(isNotModified(ask('W/"8"'), 'W/"7"')).toBe(false);
});

test("a write ignores If-None-Match", () => {
  expect(isNotModified(ask("*", "POST"), TAG)).toBe(false);
});

test("a 304 response has the tag and no body", async () => {
  const response = notModified(TAG, "req_1");
  expect([response.status, await response.text()]).toEqual([304, ""]);
  expect(Object.fromEntries(response.headers)).toEqual({
    etag: TAG,
    "x-request-id": "req_1",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
});
