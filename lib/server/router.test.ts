import { describe, expect, it } from "vitest";
import { createApi, respondWith } from "./fixture";
import { classifyPath, createMatcher, parsePath } from "./router";

const list = respondWith("list");
const create = respondWith("create");
const one = respondWith("one");
const deep = respondWith("deep");
const api = createApi([
  { path: "/v1/sessions", handlers: { POST: create, GET: list } },
  { path: "/v1/sessions/[session_id]", handlers: { GET: one } },
  { path: "/v1/sessions/[session_id]/terminals/[terminal_id]/activity", handlers: { GET: deep } },
  { path: "/v1/sessions/[session_id]/[part]", handlers: { GET: one } },
  { path: "/v1/sessions/[session_id]/close", handlers: { GET: list } },
  { path: "/v1/sessions/fixed", handlers: { POST: create } },
]);
const match = createMatcher(api);

describe("an API path", () => {
  it("is matched with its parameters, decoded once", () => {
    expect(match("GET", "/v1/sessions").handler).toBe(list);
    expect(match("POST", "/v1/sessions").handler).toBe(create);
    expect(match("GET", "/v1/sessions/ses_1")).toEqual({ handler: one, params: { session_id: "ses_1" } });
    expect(match("GET", "/v1/sessions/ses%5F1").params).toEqual({ session_id: "ses_1" });
    expect(match("GET", "/v1/sessions/%2541").params).toEqual({ session_id: "%41" });
    const found = match("GET", "/v1/sessions/ses_1/terminals/pos_1/activity");
    expect(found).toEqual({ handler: deep, params: { session_id: "ses_1", terminal_id: "pos_1" } });
  });

  it("with literal segments takes precedence over parameters", () => {
    expect(match("POST", "/v1/sessions/fixed").handler).toBe(create);
    expect(match("GET", "/v1/sessions/ses_1/close").handler).toBe(list);
    expect(match("GET", "/v1/sessions/ses_1/other").params).toEqual({ session_id: "ses_1", part: "other" });
  });

  it("serves HEAD with its GET handler", () => {
    expect(match("HEAD", "/v1/sessions/ses_1").handler).toBe(one);
  });

  it("refuses other methods and lists the allowed ones", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "constructor"]) {
      const { handler } = match(method, "/v1/sessions");
      const answer = await handler(new Request("http://localhost"), { params: Promise.resolve({}) });
      expect(await answer.json()).toMatchObject({ name: "refused /v1/sessions GET,HEAD,POST" });
    }
  });

  it.each([
    ["nothing after the prefix", "/v1"],
    ["a trailing slash", "/v1/sessions/"],
    ["a trailing slash after a parameter", "/v1/sessions/ses_1/"],
    ["a doubled slash", "/v1//sessions"],
    ["a doubled slash before a parameter", "/v1/sessions//ses_1"],
    ["a dot segment", "/v1/sessions/."],
    ["two dots", "/v1/sessions/.."],
    ["escaped dots", "/v1/sessions/%2e%2E"],
    ["an escaped slash", "/v1/sessions/a%2Fb"],
    ["an escaped backslash", "/v1/sessions/a%5Cb"],
    ["a broken escape", "/v1/sessions/%zz"],
    ["bytes that are not UTF-8", "/v1/sessions/%ff"],
    ["an escaped NUL", "/v1/sessions/%00"],
    ["an escaped letter in a fixed part", "/v1/%73essions"],
    ["another case", "/v1/Sessions"],
    ["a fragment", "/v1/sessions#here"],
    ["a longer path", "/v1/sessions/ses_1/terminals/pos_1/activity/more"],
    ["a folder's notation in a longer path", "/v1/sessions/[session_id]/terminals/pos_1"],
  ])("is unknown with %s", (_what, path) => {
    expect(match("GET", path).handler).toBe(api.notFound);
  });
});

describe("a request's target", () => {
  it.each([
    ["/v1/sessions", "/v1/sessions"],
    ["/v1/sessions?limit=1?x", "/v1/sessions"],
    ["http://takings.example:80/v1/sessions?a", "/v1/sessions"],
    ["http://takings.example", "/"],
    ["http://takings.example?a/b", "/"],
    ["*", "*"],
  ])("%s has the path %s", (target, path) => expect(parsePath(target)).toBe(path));

  it.each([
    "/v1",
    "/v1/x",
    "//v1/x",
    "/%761/x",
    "/./v1/x",
    "/a/../v1/x",
    "/a/%2e%2e/v1/x",
    "\\v1\\x",
    "/\\v1/x",
  ])("%s never reaches the API through the pages", (path) => expect(classifyPath(path)).not.toBe("pages"));

  it.each(["/", "/events", "/v10", "/v1x/y", "/V1/x", "/.well-known/x", "/caf%C3%A9", "/a//b", "/%3f/../b"])(
    "%s belongs to the pages",
    (path) => expect(classifyPath(path)).toBe("pages"),
  );

  it.each(["*", "", "events", "/%", "/%zz", "/%ff", "/a%00b"])("%s is malformed", (path) =>
    expect(classifyPath(path)).toBe("malformed"),
  );
});
