/** Guarantee: each metric moves when what it measures happens. */
import { createHmac } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { GET } from "@/app/api/metrics/route";
import { verifyingSecret } from "@/lib/bank";
import { systemDb, systemTx } from "@/lib/db/client";
import { POOL_SIZES } from "@/lib/db/connections/connection-limits";
import { forBank } from "@/lib/endpoints/bank";
import { env } from "@/lib/env";
import { followSession } from "@/lib/live/testing/follow";
import { log } from "@/lib/log";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { deliverDue } from "@/lib/webhooks";
import { makeDeliveries, makeOrganisation } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { renderMetrics, startMetrics } from "./render";
import { parseScrape, type Sample } from "./testing/promql";
import { scrape, sumOf } from "./testing/scrape";

process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
process.env.WEBHOOK_ALLOW_HTTP = "true";
useTestDatabase();

/** Runs work and returns by how much a metric has changed. */
async function changeOf(metric: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const before = sumOf(await scrape(), metric, labels);
  await work();
  return sumOf(await scrape(), metric, labels) - before;
}

/** Posts a signed Monnify notification of an unknown kind without an amount. */
async function notify(secret = verifyingSecret("monnify", "test") ?? "") {
  const body = JSON.stringify({ eventType: "SOMETHING_NEW", eventData: { at: performance.now() } });
  const headers = { "monnify-signature": createHmac("sha512", secret).update(body).digest("hex") };
  const request = new Request("http://localhost/v1/webhooks/bank", { method: "POST", headers, body });
  return forBank(request, { params: Promise.resolve({}) });
}

const get = (authorization?: string) =>
  GET(new Request("http://localhost/api/metrics", { headers: authorization ? { authorization } : {} }), {
    params: Promise.resolve({}),
  });

test("the path answers the holder of METRICS_TOKEN only, in Prometheus' text format", async () => {
  startMetrics();
  for (const authorization of [undefined, "Bearer wrong", `Bearer ${env().jobSecret}`, env().metricsToken]) {
    const refused = await get(authorization);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="Takings metrics"',
    ]);
  }
  const answer = await get(`Bearer ${env().metricsToken}`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
    "no-store",
  ]);
  expect(await answer.text()).toContain("nodejs_eventloop_lag_p99_seconds");
});

test("a notification is counted as accepted by provider and outcome, or as refused by reason", async () => {
  const accepted = { provider: "monnify", outcome: "unrecognised" };
  expect(await changeOf("takings_notifications_accepted_total", accepted, () => notify())).toBe(1);
  const refused = { reason: "invalid_signature" };
  expect(await changeOf("takings_notifications_refused_total", refused, () => notify("wrong"))).toBe(1);
  expect(await changeOf("takings_notifications_accepted_total", {}, () => notify("wrong"))).toBe(0);
});

test("an exception is counted once by its reason, however often its payment is reported", async () => {
  const stray = createIncomingCredit({ account: "9999999999" });
  const work = async () => {
    for (const paidAt of [stray.credit.paidAt, new Date()])
      await recordCredit({ ...stray, credit: { ...stray.credit, paidAt } });
  };
  const labels = { reason: "unknown_destination" };
  expect(await changeOf("takings_exceptions_opened_total", labels, work)).toBe(1);
});

test("a recording statement is measured: its payments and the time to its commit", async () => {
  const { account } = await openTestSession();
  const record = () =>
    Promise.all(Array.from({ length: 10 }, () => recordCredit(createIncomingCredit({ account }))));
  const before = await scrape();
  await record();
  const after = await scrape();
  const change = (metric: string, labels = {}) =>
    sumOf(after, metric, labels) - sumOf(before, metric, labels);
  expect(change("takings_recording_batch_size_sum")).toBe(10);
  expect(change("takings_recording_batch_size_count")).toBeLessThan(10);
  expect(change("takings_recording_commit_seconds_count")).toBe(change("takings_recording_batch_size_count"));
  expect(change("takings_recording_commit_seconds_sum")).toBeGreaterThan(0);
  expect(sumOf(after, "takings_recording_oldest_seconds")).toBe(0);
});

test("an attempt is counted by its outcome and measured; a failed one is one line of the log without address and body", async () => {
  const lines = vi.spyOn(log, "warn");
  const organisation = await makeOrganisation();
  const healthy = await startReceiver();
  const broken = await startReceiver((response) => response.writeHead(500).end());
  const before = await scrape();
  for (const url of [healthy.url, broken.url, "http://127.0.0.1:1/hook"])
    await makeDeliveries({ ...organisation, url, dueInMs: -1_000 });
  await deliverDue({ budgetMs: 5_000 });
  const after = await scrape();
  const change = (outcome: string) =>
    sumOf(after, "takings_webhook_attempts_total", { outcome }) -
    sumOf(before, "takings_webhook_attempts_total", { outcome });
  expect(["delivered", "rejected", "unanswered", "aborted"].map(change)).toEqual([1, 1, 1, 0]);
  expect(
    sumOf(after, "takings_webhook_attempt_seconds_count") -
      sumOf(before, "takings_webhook_attempt_seconds_count"),
  ).toBe(3);
  const failures = lines.mock.calls.filter(([, message]) => message === "an attempt to send an event failed");
  expect(failures.map(([line]) => Reflect.get(line as object, "status"))).toEqual(
    expect.arrayContaining([500, undefined]),
  );
  expect(failures).toHaveLength(2);
  expect(JSON.stringify(failures)).not.toMatch(/127\.0\.0\.1|transaction\.received|narration/);
  await systemDb().sql`delete from webhook_deliveries`;
});

test("an open live stream is counted until its client leaves", async () => {
  const { scope, sessionId } = await openTestSession();
  const stream = await followSession(scope, sessionId);
  expect(sumOf(await scrape(), "takings_live_streams")).toBe(1);
  stream.leave();
  expect(sumOf(await scrape(), "takings_live_streams")).toBe(0);
});

test("a connection is in use while its work runs, and the pool has its stated size", async () => {
  const work = systemTx(({ sql }) => sql`select pg_sleep(0.2)`);
  const during = await scrape();
  await work;
  const pool = { pool: "takings_system" };
  expect(sumOf(during, "takings_database_connections_in_use", pool)).toBe(1);
  expect(sumOf(during, "takings_database_connections_max", pool)).toBe(POOL_SIZES.takings_system);
  expect(sumOf(await scrape(), "takings_database_connections_in_use", pool)).toBe(0);
  const shared = Promise.all(
    Array.from({ length: POOL_SIZES.plain + 2 }, () => systemDb().sql`select pg_sleep(0.2)`),
  );
  await setImmediate();
  expect(sumOf(await scrape(), "takings_database_operations_waiting", { pool: "plain" })).toBe(2);
  await shared;
});

test("the values of the database are read once in four seconds, and of each health apart", async () => {
  const oldest = (samples: Sample[]) =>
    ["healthy", "failing", "backing_off", "paused"].map((health) =>
      Math.floor(sumOf(samples, "takings_webhook_oldest_due_seconds", { health })),
    );
  await scrape();
  const { organisationId } = await makeOrganisation();
  await makeDeliveries({ organisationId, url: "http://127.0.0.1:1/hook", dueInMs: -60_000 });
  await systemDb()
    .sql`update webhook_endpoints set health = 'failing', next_probe_at = now() where organisation_id = ${organisationId}`;
  expect(oldest(parseScrape((await renderMetrics()).text))).toEqual([0, 0, 0, 0]);
  expect(oldest(await scrape())).toEqual([0, 60, 0, 0]);
});
