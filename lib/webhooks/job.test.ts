import { expect, test } from "vitest";
import { POST } from "@/app/api/jobs/deliver-webhooks/route";
import { env } from "@/lib/env";
import { useTestDatabase } from "@/lib/testing/database";
import { makeDeliveries, makeOrganisation, readDelivery } from "./testing/deliveries";
import { startReceiver } from "./testing/receiver";

useTestDatabase();

function call(authorization?: string): Promise<Response> {
  const headers: HeadersInit = authorization ? { authorization } : {};
  const request = new Request("http://localhost/api/jobs/deliver-webhooks", { method: "POST", headers });
  return POST(request, { params: Promise.resolve({}) });
}

test("the job sends and counts due events if called with the job secret", async () => {
  const organisation = await makeOrganisation();
  const healthy = await startReceiver();
  const broken = await startReceiver((response) => response.writeHead(500).end());
  const ids = await makeDeliveries({ ...organisation, url: healthy.url, count: 3 });
  await makeDeliveries({ ...organisation, url: broken.url });
  const response = await call(`Bearer ${env().jobSecret}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    success: true,
    data: { attempted: 4, delivered: 3, failed: 1, remaining: 0 },
  });
  for (const id of ids) expect((await readDelivery(id))?.state).toBe("delivered");
});

test("the job does nothing without the job secret", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  await makeDeliveries({ ...organisation, url: receiver.url });
  for (const authorization of [
    undefined,
    "Bearer",
    "Bearer wrong",
    `Basic ${env().jobSecret}`,
    env().jobSecret,
  ]) {
    const response = await call(authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("Bearer");
  }
  expect(receiver.received).toHaveLength(0);
});
