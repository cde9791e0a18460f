import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { claimDueDeliveries, countDueDeliveries } from "./claim";
import { listEndpoints, pauseEndpoint, resumeEndpoint } from "./endpoint";
import { recordAttempt } from "./record";
import { deliverDue } from "./run-delivery-job";
import { startSender, stopSender, wakeSender } from "./sender-loop";
import {
  makeDeliveries,
  makeOrganisation,
  passTime,
  probeNow,
  ROOM,
  readAttempts,
  readDelivery,
  readEndpoint,
} from "./testing/deliveries";
import { type Answer, startReceiver } from "./testing/receiver";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "5000,60000,120000,600000,600000,600000,600000";
useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from deliveries`;
});
afterEach(stopSender);

const round = () => deliverDue({ budgetMs: 3_000 });

async function setUp(answer?: Answer, count = 1) {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver(answer);
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count });
  const scope = { organisationId: organisation.organisationId, mode: "test" as const };
  const [{ id: endpointId } = { id: "we_" as const }] = await listEndpoints(scope);
  const health = () => readEndpoint(endpointId);
  return { ...organisation, scope, receiver, ids, id: ids[0] ?? "", endpointId, health };
}

const failing: Answer = (response) => response.writeHead(500).end();

test("after five failures in a row an endpoint takes one event at a time, and its others use up no tries", async () => {
  const { receiver, ids, health } = await setUp(failing, 20);
  await round();
  expect(receiver.received).toHaveLength(5);
  expect(await health()).toMatchObject({ health: "failing", failures: 5, probes: 0 });
  expect((await health())?.probeInMs).toBeGreaterThan(2_000);
  expect((await health())?.probeInMs).toBeLessThanOrEqual(5_000);
  expect(await countDueDeliveries()).toBe(0);
  await round();
  expect(receiver.received).toHaveLength(5);
  for (const [index, longestMs] of [30_000, 30_000, 30_000].entries()) {
    await probeNow();
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

test("an endpoint that answers again has everything that waits at once", async () => {
  let isUp = false;
  const { receiver, health } = await setUp((response) => response.writeHead(isUp ? 200 : 500).end(), 30);
  await round();
  expect(await health()).toMatchObject({ health: "failing" });
  isUp = true;
  await probeNow();
  expect(await round()).toMatchObject({ delivered: 25, remaining: 0 });
  expect(await health()).toMatchObject({ health: "healthy", failures: 0, probes: 0, probeInMs: null });
  expect(receiver.received).toHaveLength(30);
});

test("successes between failures keep an endpoint healthy", async () => {
  const { health } = await setUp((response, number) => response.writeHead(number % 5 ? 500 : 200).end(), 40);
  for (let turn = 0; turn < 4; turn++) await round();
  expect((await health())?.health).toBe("healthy");
});

test("a lone event keeps its own schedule while its endpoint is failing", async () => {
  const { id, receiver, health } = await setUp(failing);
  for (const plannedMs of [5_000, 60_000, 120_000, 600_000, 600_000, 600_000, 600_000]) {
    await round();
    const [row, endpoint] = [await readDelivery(id), await health()];
    expect(row?.dueInMs).toBeGreaterThan(plannedMs * 0.8 - 2_000);
    expect(Math.max(row?.dueInMs ?? 0, endpoint?.probeInMs ?? 0)).toBeLessThanOrEqual(
      plannedMs * 1.2 + 30_000,
    );
    await passTime();
    await probeNow();
  }
  await round();
  expect(await readDelivery(id)).toMatchObject({ state: "failed", attemptCount: 8 });
  expect(receiver.received).toHaveLength(8);
});

test("a probe that was cut short, or whose sender died, leaves the endpoint to be asked again", async () => {
  const { receiver, health } = await setUp(failing, 8);
  await round();
  await probeNow();
  const [probe, ...others] = await claimDueDeliveries(ROOM);
  if (!probe) throw new Error("nothing was claimed");
  expect(others).toEqual([]);
  expect(probe.isProbe).toBe(true);
  // Until the lease ends it is the dead sender's to ask.
  expect((await health())?.probeInMs).toBeGreaterThan(14_000);
  const cutShort = { ok: false, isCutShort: true, startedAt: new Date(), durationMs: 1 };
  await recordAttempt(probe, { ...cutShort, status: undefined, error: "stopped", excerpt: undefined });
  expect(await health()).toMatchObject({ health: "failing", failures: 5 });
  expect((await health())?.probeInMs).toBeLessThanOrEqual(1);
  expect(await readDelivery(probe.id)).toMatchObject({ state: "pending", uncountedAttempts: 1 });
  await round();
  expect(receiver.received).toHaveLength(6);
});

test.each([429, 503])(
  "a receiver that answers %i with Retry-After is left alone as a whole, for as long as it asks",
  async (status) => {
    const { receiver, health, scope } = await setUp((response, number) => {
      if (number === 1) response.writeHead(status, { "retry-after": "40" }).end();
      else response.end();
    });
    await round();
    await makeDeliveries({ ...scope, url: receiver.url, count: 10 });
    expect(await health()).toMatchObject({ health: "resting", failures: 1 });
    expect((await health())?.probeInMs).toBeGreaterThan(38_000);
    expect((await health())?.probeInMs).toBeLessThanOrEqual(40_000);
    expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
    await probeNow();
    expect(await round()).toMatchObject({ delivered: 10 });
    expect((await health())?.health).toBe("healthy");
  },
);

test("a receiver cannot ask for a longer rest than the schedule's longest wait", async () => {
  const { health } = await setUp((response) => response.writeHead(503, { "retry-after": "999999999" }).end());
  await round();
  expect((await health())?.probeInMs).toBeGreaterThan(590_000);
  expect((await health())?.probeInMs).toBeLessThanOrEqual(600_000);
});

test("410 pauses the endpoint: its events wait, the one refused too, and go when it is resumed", async () => {
  let isGone = true;
  const { receiver, ids, id, health, scope, endpointId } = await setUp((response) =>
    response.writeHead(isGone ? 410 : 200).end(),
  );
  await round();
  ids.push(...(await makeDeliveries({ ...scope, url: receiver.url, count: 5 })));
  expect(await health()).toMatchObject({ health: "paused", pauseReason: "gone", probeInMs: null });
  expect(await readDelivery(id)).toMatchObject({ state: "pending", attemptCount: 1, uncountedAttempts: 1 });
  expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
  const [listed] = await listEndpoints(scope);
  expect(listed).toMatchObject({ health: "paused", pauseReason: "gone", waiting: 6, lastSuccessAt: null });
  isGone = false;
  await resumeEndpoint(scope, endpointId);
  expect(await round()).toMatchObject({ delivered: 6 });
  expect(receiver.received).toHaveLength(7);
  expect(await listEndpoints(scope)).toMatchObject([
    { id: endpointId, url: receiver.url, health: "healthy", waiting: 0, lastSuccessAt: expect.any(Date) },
  ]);
});

test("three days of nothing but failure pause an endpoint, and one day's wait counts for no more", async () => {
  const { health, scope, receiver } = await setUp(failing, 8);
  await round();
  const fail = async (daysAgo: number) => {
    await systemDb().sql`update endpoints set failed_at = failed_at - ${daysAgo} * interval '1 day'`;
    await probeNow();
    await passTime();
    await round();
  };
  await fail(0.9);
  await fail(0.9);
  expect((await health())?.health).toBe("failing");
  // A clock that leaps ahead is no week of failing.
  await fail(7);
  expect((await health())?.health).toBe("failing");
  await fail(0.3);
  expect(await health()).toMatchObject({ health: "paused", pauseReason: "failing" });
  await makeDeliveries({ ...scope, url: receiver.url });
  const before = receiver.received.length;
  await passTime();
  await round();
  expect(receiver.received).toHaveLength(before);
});

test("a person pauses and resumes an endpoint of the organisation's own, and nobody else's", async () => {
  const { receiver, scope, endpointId, health } = await setUp(undefined, 3);
  const { organisationId } = await makeOrganisation();
  for (const stranger of [
    { organisationId, mode: "test" as const },
    { ...scope, mode: "live" as const },
  ]) {
    await expect(pauseEndpoint(stranger, endpointId)).rejects.toMatchObject({ code: "not_found" });
    await expect(resumeEndpoint(stranger, endpointId)).rejects.toMatchObject({ code: "not_found" });
    expect(await listEndpoints(stranger)).toEqual([]);
  }
  await pauseEndpoint(scope, endpointId);
  await pauseEndpoint(scope, endpointId);
  expect(await health()).toMatchObject({ health: "paused", pauseReason: "by_hand" });
  expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
  await resumeEndpoint(scope, endpointId);
  await resumeEndpoint(scope, endpointId);
  expect(await round()).toMatchObject({ delivered: 3 });
  expect(receiver.received).toHaveLength(3);
});

test("a sender whose endpoints are paused or failing sleeps, and a success has the rest go without a nudge", async () => {
  let isUp = false;
  const paused = await setUp(undefined, 3);
  await pauseEndpoint(paused.scope, paused.endpointId);
  const { receiver } = await setUp((response) => response.writeHead(isUp ? 200 : 500).end(), 20);
  startSender();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(5), { timeout: 3_000 });
  const statements = async () => {
    const [row] = await systemDb().sql<{ count: number }[]>`
      select xact_commit::int as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  };
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = await statements();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // One that spun would make a hundred.
  expect((await statements()) - before).toBeLessThan(40);
  isUp = true;
  await probeNow();
  wakeSender();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(5 + 15), { timeout: 3_000 });
  expect(paused.receiver.received).toHaveLength(0);
}, 15_000);

test("what is sent to a healthy endpoint does not write its row, but once a minute", async () => {
  const { receiver, scope, endpointId } = await setUp();
  await round();
  const version = async () => {
    const [row] = await systemDb().sql`select xmin::text as version from endpoints where id = ${endpointId}`;
    return row?.version;
  };
  const first = await version();
  await makeDeliveries({ ...scope, url: receiver.url, count: 20 });
  expect(await round()).toMatchObject({ delivered: 20 });
  expect(await version()).toBe(first);
  await systemDb().sql`update endpoints set succeeded_at = succeeded_at - interval '2 minutes'`;
  await makeDeliveries({ ...scope, url: receiver.url });
  await round();
  expect(await listEndpoints(scope)).toMatchObject([{ lastSuccessAt: expect.any(Date) }]);
  expect(await version()).not.toBe(first);
});

test("each try of an endpoint that fails is kept with its answer", async () => {
  const { ids } = await setUp((response) => response.writeHead(500).end("no"), 7);
  await round();
  const tries = (await Promise.all(ids.map(readAttempts))).flat();
  expect(tries).toHaveLength(5);
  for (const one of tries) expect(one).toMatchObject({ status: 500, error: "The receiver answered 500." });
});
