import { expect, it } from "vitest";
import { liveResponse, readyResponse } from "./health";

const isUp = async () => true;
const noPause = async () => null;

it("a service whose database answers is ready, and no cache may say so later", async () => {
  const answer = await readyResponse(isUp, noPause);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await answer.json()).toEqual({ success: true, data: { status: "ready" } });
});

it("a restored copy whose sending is paused is ready and says that it sends no webhooks", async () => {
  const pause = { since: new Date(0), backupTakenAt: new Date(0) };
  const answer = await readyResponse(isUp, async () => pause);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true, data: { status: "ready", webhooks: "paused" } });
});

it("a service that cannot tell whether sending is paused is ready all the same", async () => {
  const answer = await readyResponse(isUp, () => Promise.reject(new Error("gone")));
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
