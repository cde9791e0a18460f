import { expect, it } from "vitest";
import { getLazyParts, lazyResponse } from "./lazy-response";

const make = () => lazyResponse(201, '{"a":1}', { "content-type": "application/json" });

it("a lazy response behaves as a Response", async () => {
  const response = make();
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.ok, response.bodyUsed]).toEqual([201, true, false]);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(await response.clone().json()).toEqual({ a: 1 });
  expect(await new Response(response.body, response).text()).toBe('{"a":1}');
});

it("a lazy response has its parts until it is accessed", () => {
  const response = make();
  expect(response.status).toBe(201);
  expect(getLazyParts(response)).toMatchObject({ status: 201, body: '{"a":1}' });
  response.headers.set("x-added", "yes");
  expect(getLazyParts(response)).toBeUndefined();
  expect(response.headers.get("x-added")).toBe("yes");
});

it("another response has no lazy parts", () => {
  expect(getLazyParts(new Response("a"))).toBeUndefined();
});
