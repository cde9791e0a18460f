import { expect, it } from "vitest";
import { lazyPartsOf, lazyResponse } from "./lazy-response";

const make = () => lazyResponse(201, '{"a":1}', { "content-type": "application/json" });

it("a plain response is a Response in everything that can be asked of it", async () => {
  const response = make();
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.ok, response.bodyUsed]).toEqual([201, true, false]);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(await response.clone().json()).toEqual({ a: 1 });
  expect(await new Response(response.body, response).text()).toBe('{"a":1}');
});

it("a plain response is whole until somebody looks inside", () => {
  const response = make();
  expect(response.status).toBe(201);
  expect(lazyPartsOf(response)).toMatchObject({ status: 201, body: '{"a":1}' });
  response.headers.set("x-added", "yes");
  expect(lazyPartsOf(response)).toBeUndefined();
  expect(response.headers.get("x-added")).toBe("yes");
});

it("any other response is not plain", () => {
  expect(lazyPartsOf(new Response("a"))).toBeUndefined();
});
