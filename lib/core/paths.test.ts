import { expect, it } from "vitest";
import { toLocalPath } from "./paths";

it("an own path is returned with its query", () => {
  expect(toLocalPath("/events?status=live&q=a%20b")).toBe("/events?status=live&q=a%20b");
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
])("a target outside this service becomes /: %s", (target) => {
  expect(toLocalPath(target)).toBe("/");
});
