import { expect, it } from "vitest";
import { liveResponse, readyResponse } from "./health";

it("a service whose database answers is ready, and no cache may say so later", async () => {
  const answer = await readyResponse(async () => true);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await answer.json()).toEqual({ success: true, data: { status: "ready" } });
});

it("a service whose database does not answer within two seconds is not ready, and says when to ask again", async () => {
  const asked: number[] = [];
  const answer = await readyResponse(async (timeoutMs) => {
    asked.push(timeoutMs);
    return false;
  });
  expect([answer.status, answer.headers.get("retry-after"), asked]).toEqual([503, "1", [2_000]]);
  expect(await answer.json()).toMatchObject({ success: false, status: 503 });
});

it("a service that can say so is live, whatever its database does", () => {
  expect(liveResponse().status).toBe(200);
});
