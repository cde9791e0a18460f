import { expect, it } from "vitest";
import { clearSingleton } from "@/lib/process-singleton";
import { announceStop, liveResponse, readyResponse } from "./health";

const isUp = async () => true;
const noPause = async () => null;

it("a service whose database answers is ready, and the response is not cached", async () => {
  const answer = await readyResponse(isUp, noPause);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await answer.json()).toEqual({ success: true, data: { status: "ready" } });
});

it("a restored database with paused sending is ready and reports paused webhooks", async () => {
  const pause = { since: new Date(0), backupTakenAt: new Date(0) };
  const answer = await readyResponse(isUp, async () => pause);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true, data: { status: "ready", webhooks: "paused" } });
});

it("readiness does not depend on reading the pause", async () => {
  const answer = await readyResponse(isUp, () => Promise.reject(new Error("gone")));
  expect(await answer.json()).toEqual({ success: true, data: { status: "ready" } });
});

it("a service whose database does not answer within two seconds is not ready and sends Retry-After", async () => {
  const asked: number[] = [];
  const answer = await readyResponse(async (timeoutMs) => {
    asked.push(timeoutMs);
    return false;
  });
  expect([answer.status, answer.headers.get("retry-after"), asked]).toEqual([503, "1", [2_000]]);
  expect(await answer.json()).toMatchObject({ success: false, status: 503 });
});

it("the liveness response does not depend on the database", () => {
  expect(liveResponse().status).toBe(200);
});

it("a process that has announced its stop is not ready, although its database answers, and still live", async () => {
  announceStop();
  const answer = await readyResponse(isUp, noPause);
  clearSingleton("announced stop");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ detail: "This process is stopping." });
  expect((await readyResponse(isUp, noPause)).status).toBe(200);
});
