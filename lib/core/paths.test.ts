import { expect, it } from "vitest";
import { ownPath } from "./paths";

it("a path of ours is kept with its query", () => {
  expect(ownPath("/events?status=live&q=a%20b")).toBe("/events?status=live&q=a%20b");
});

it.each([
  undefined,
  null,
  "",
  "events",
  "//evil.example/a",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
])("nobody is sent elsewhere after signing in: %s", (given) => {
  expect(ownPath(given)).toBe("/");
});
