import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { claimDueDeliveries, countDueDeliveries } from "./sending/claim";
import { recordAttempt } from "./sending/record";
import { deliverDue } from "./sending/run-delivery-job";
import { startSender, stopSender, wakeSender } from "./sending/sender-loop";
import {
  ALL_SLOTS,
  makeAllDue,
  makeDeliveries,
  makeOrganisation,
  makeProbesDue,
  readAttempts,
  readDelivery,
  readEndpoint,
} from "./testing/deliveries";
import { type Answer, startReceiver } from "./testing/receiver";
import { listWebhookEndpoints, pauseWebhookEndpoint, resumeWebhookEndpoint } from "./webhook-endpoint";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "5000,60000,120000,600000,600000,600000,600000";
useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});
afterEach(stopSender);

const round = () => deliverDue({ budgetMs: 3_000 });

async function setUp(answer?: Answer, count = 1) {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver(answer);
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count });
  const scope = { organisationId: organisation.organisationId, mode: "test" as const };
  const [{ id: endpointId } = { id: "we_" as const }] = await listWebhookEndpoints(scope);
  const health = () => readEndpoint(endpointId);
  return { ...organisation, scope, receiver, ids, id: ids[0] ?? "", endpointId, health };
}

const failing: Answer = (response) => response.writeHead(500).end();

test("after five consecutive failures an endpoint gets one event at a time, and its other events use up no attempts", async () => {
  const { receiver, ids, health } = await setUp(failing, 20);
  await round();
  expect(receiver.received).toHaveLength(5);
  expect(await health()).toMatchObject({ health: "failing", failures: 5, failedProbes: 0 });
  expect((await health())?.probeInMs).toBeGreaterThan(2_000);
  expect((await health())?.probeInMs).toBeLessThanOrEqual(5_000);
  expect(await countDueDeliveries()).toBe(0);
  await round();
  expect(receiver.received).toHaveLength(5);
  for (const [index, longestMs] of [30_000, 30_000, 30_000].entries()) {
    await makeProbesDue();
    expect(await countDueDeliveries()).toBe(1);
    await Promise.all([round(), round(), round()]);
    expect(receiver.received).toHaveLength(6 + index);
    expect((await health())?.probeInMs).toBeGreaterThan(longestMs * 0.7);
    expect((await health())?.probeInMs).toBeLessThanOrEqual(longestMs);
  }
  const rows = await Promise.all(ids.map(readDelivery));
  expect(rows.filter((row) => row?.attemptCount === 0)).toHaveLength(20 - 8);
  expect(rows.every((row) => row?.state === "pending" && row.attemptCount <= 1)).toBe(true);
});

test("an endpoint that recovers gets all waiting events at once", async () => {
  let isUp = false;
  const { receiver, health } = await setUp((response) => response.writeHead(isUp ? 200 : 500).end(), 30);
  await round();
  expect(await health()).toMatchObject({ health: "failing" });
  isUp = true;
  await makeProbesDue();
  expect(await round()).toMatchObject({ delivered: 25, remaining: 0 });
  expect(await health()).toMatchObject({ health: "healthy", failures: 0, failedProbes: 0, probeInMs: null });
  expect(receiver.received).toHaveLength(30);
});

test("successes between failures keep an endpoint healthy", async () => {
  const { health } = await setUp((response, number) => response.writeHead(number % 5 ? 500 : 200).end(), 40);
  for (let turn = 0; turn < 4; turn++) await round();
  expect((await health())?.health).toBe("healthy");
});

test("a single event keeps its own schedule while its endpoint is failing", async () => {
  const { id, receiver, health } = await setUp(failing);
  for (const plannedMs of [5_000, 60_000, 120_000, 600_000, 600_000, 600_000, 600_000]) {
    await round();
    const [row, endpoint] = [await readDelivery(id), await health()];
    expect(row?.dueInMs).toBeGreaterThan(plannedMs * 0.8 - 2_000);
    expect(Math.max(row?.dueInMs ?? 0, endpoint?.probeInMs ?? 0)).toBeLessThanOrEqual(
      plannedMs * 1.2 + 30_000,
    );
    await makeAllDue();
    await makeProbesDue();
  }
  await round();
  expect(await readDelivery(id)).toMatchObject({ state: "failed", attemptCount: 8 });
  expect(receiver.received).toHaveLength(8);
});

test("an endpoint is probed again after a probe was aborted or its sender died", async () => {
  const { receiver, health } = await setUp(failing, 8);
  await round();
  await makeProbesDue();
  const [probe, ...others] = await claimDueDeliveries(ALL_SLOTS);
  if (!probe) throw new Error("nothing was claimed");
  expect(others).toEqual([]);
  expect(probe.isProbe).toBe(true);
  // Until the lease expires, only the dead sender may probe.
  expect((await health())?.probeInMs).toBeGreaterThan(14_000);
  const cutShort = { ok: false, isAborted: true, startedAt: new Date(), durationMs: 1 };
  await recordAttempt(probe, { ...cutShort, status: undefined, error: "stopped", excerpt: undefined });
  expect(await health()).toMatchObject({ health: "failing", failures: 5 });
  expect((await health())?.probeInMs).toBeLessThanOrEqual(1);
  expect(await readDelivery(probe.id)).toMatchObject({ state: "pending", uncountedAttempts: 1 });
  await round();
  expect(receiver.received).toHaveLength(6);
});

test.each([429, 503])(
  "a %i with Retry-After stops all events to the endpoint for that time",
  async (status) => {
    const { receiver, health, scope } = await setUp((response, number) => {
      if (number === 1) response.writeHead(status, { "retry-after": "40" }).end();
      else response.end();
    });
    await round();
    await makeDeliveries({ ...scope, url: receiver.url, count: 10 });
    expect(await health()).toMatchObject({ health: "backing_off", failures: 1 });
    expect((await health())?.probeInMs).toBeGreaterThan(38_000);
    expect((await health())?.probeInMs).toBeLessThanOrEqual(40_000);
    expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
    await makeProbesDue();
    expect(await round()).toMatchObject({ delivered: 10 });
    expect((await health())?.health).toBe("healthy");
  },
);

test("Retry-After is capped at the schedule's longest wait", async () => {
  const { health } = await setUp((response) => response.writeHead(503, { "retry-after": "999999999" }).end());
  await round();
  expect((await health())?.probeInMs).toBeGreaterThan(590_000);
  expect((await health())?.probeInMs).toBeLessThanOrEqual(600_000);
});

test("410 pauses the endpoint: its events, including the refused one, wait and are sent when it is resumed", async () => {
  let isGone = true;
  const { receiver, ids, id, health, scope, endpointId } = await setUp((response) =>
    response.writeHead(isGone ? 410 : 200).end(),
  );
  await round();
  ids.push(...(await makeDeliveries({ ...scope, url: receiver.url, count: 5 })));
  expect(await health()).toMatchObject({ health: "paused", pauseReason: "gone", probeInMs: null });
  expect(await readDelivery(id)).toMatchObject({ state: "pending", attemptCount: 1, uncountedAttempts: 1 });
  expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
  const [listed] = await listWebhookEndpoints(scope);
  expect(listed).toMatchObject({ health: "paused", pauseReason: "gone", waiting: 6, lastSuccessAt: null });
  isGone = false;
  await resumeWebhookEndpoint(scope, endpointId);
  expect(await round()).toMatchObject({ delivered: 6 });
  expect(receiver.received).toHaveLength(7);
  expect(await listWebhookEndpoints(scope)).toMatchObject([
    { id: endpointId, url: receiver.url, health: "healthy", waiting: 0, lastSuccessAt: expect.any(Date) },
  ]);
});

test("three days of failing pause an endpoint, and one wait counts for at most a day", async () => {
  const { health, scope, receiver } = await setUp(failing, 8);
  await round();
  const fail = async (daysAgo: number) => {
    await systemDb().sql`update webhook_endpoints set failed_at = failed_at - ${daysAgo} * interval '1 day'`;
    await makeProbesDue();
    await makeAllDue();
    await round();
  };
  await fail(0.9);
  await fail(0.9);
  expect((await health())?.health).toBe("failing");
  // A clock set forward does not count as a week of failing.
  await fail(7);
  expect((await health())?.health).toBe("failing");
  await fail(0.3);
  expect(await health()).toMatchObject({ health: "paused", pauseReason: "failing" });
  await makeDeliveries({ ...scope, url: receiver.url });
  const before = receiver.received.length;
  await makeAllDue();
  await round();
  expect(receiver.received).toHaveLength(before);
});

test("a member can pause and resume only endpoints of their organisation", async () => {
  const { receiver, scope, endpointId, health } = await setUp(undefined, 3);
  const { organisationId } = await makeOrganisation();
  for (const stranger of [
    { organisationId, mode: "test" as const },
    { ...scope, mode: "live" as const },
  ]) {
    await expect(pauseWebhookEndpoint(stranger, endpointId)).rejects.toMatchObject({ code: "not_found" });
    await expect(resumeWebhookEndpoint(stranger, endpointId)).rejects.toMatchObject({ code: "not_found" });
    expect(await listWebhookEndpoints(stranger)).toEqual([]);
  }
  await pauseWebhookEndpoint(scope, endpointId);
  await pauseWebhookEndpoint(scope, endpointId);
  expect(await health()).toMatchObject({ health: "paused", pauseReason: "manual" });
  expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
  await resumeWebhookEndpoint(scope, endpointId);
  await resumeWebhookEndpoint(scope, endpointId);
  expect(await round()).toMatchObject({ delivered: 3 });
  expect(receiver.received).toHaveLength(3);
});

test("a sender sleeps while its endpoints are paused or failing, and a success releases the other events", async () => {
  let isUp = false;
  const paused = await setUp(undefined, 3);
  await pauseWebhookEndpoint(paused.scope, paused.endpointId);
  const { receiver } = await setUp((response) => response.writeHead(isUp ? 200 : 500).end(), 20);
  startSender();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(5), { timeout: 3_000 });
  const statements = async () => {
    const [row] = await systemDb().sql<{ count: number }[]>`
      select xact_commit::int as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  };
  const countStatements = async () => {
    const before = await statements();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return (await statements()) - before;
  };
  // A busy loop would always make a hundred. The database counts those of before the pause some time after them.
  await expect.poll(countStatements).toBeLessThan(40);
  isUp = true;
  await makeProbesDue();
  wakeSender();
  // Each event, not each request: while the statements were counted, a probe or more may have failed.
  const events = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  await vi.waitFor(() => expect(events().size).toBe(20), { timeout: 3_000 });
  expect(paused.receiver.received).toHaveLength(0);
});

test("a healthy endpoint's row is written at most once a minute", async () => {
  const { receiver, scope, endpointId } = await setUp();
  await round();
  const version = async () => {
    const [row] = await systemDb()
      .sql`select xmin::text as version from webhook_endpoints where id = ${endpointId}`;
    return row?.version;
  };
  const first = await version();
  await makeDeliveries({ ...scope, url: receiver.url, count: 20 });
  expect(await round()).toMatchObject({ delivered: 20 });
  expect(await version()).toBe(first);
  await systemDb().sql`update webhook_endpoints set succeeded_at = succeeded_at - interval '2 minutes'`;
  await makeDeliveries({ ...scope, url: receiver.url });
  await round();
  expect(await listWebhookEndpoints(scope)).toMatchObject([{ lastSuccessAt: expect.any(Date) }]);
  expect(await version()).not.toBe(first);
});

test("each attempt at a failing endpoint is saved with its response", async () => {
  const { ids } = await setUp((response) => response.writeHead(500).end("no"), 7);
  await round();
  const attempts = (await Promise.all(ids.map(readAttempts))).flat();
  expect(attempts).toHaveLength(5);
  for (const one of attempts) expect(one).toMatchObject({ status: 500, error: "The receiver answered 500." });
});
