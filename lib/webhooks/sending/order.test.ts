/** Guarantee: the first attempts of one transaction's events start in the order of its statuses; a retry blocks nothing. */
import { beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { ABORTED, ACCEPTED, FAILED, GONE } from "../testing/attempts";
import {
  ALL_SLOTS,
  claimAll,
  makeAllDue,
  makeDeliveries,
  makeFinalDelivery,
  makeOrganisation,
  makeProbesDue,
  readDelivery,
  replayFailed,
} from "../testing/deliveries";
import { startReceiver } from "../testing/receiver";
import { pauseWebhookEndpoint, resumeWebhookEndpoint, webhookEndpointId } from "../webhook-endpoint";
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  countDueDeliveries,
  getNextDue,
  releaseDeliveries,
} from "./claim";
import { recordAttempt } from "./record";
import { deliverDue } from "./run-delivery-job";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "60000,60000";
useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});

const url = "http://receiver.test/hook";
const idsOf = (claimed: ClaimedDelivery[]) => claimed.map(({ id }) => id);
/** Creates a transaction with due events of its pending and its final status. */
async function makePair() {
  const organisation = await makeOrganisation();
  const scope: Scope = { ...organisation, mode: "test" };
  const [pending = ""] = await makeDeliveries({ ...scope, url, status: "pending" });
  return { scope, pending, final: await makeFinalDelivery(pending), endpoint: webhookEndpointId(scope, url) };
}

const claimOne = async () => assertDefined((await claimAll())[0], "one event is due");

test("if two events are due, the one of the earlier status is claimed, and the other waits for its attempt", async () => {
  const { pending, final } = await makePair();
  const [first, ...others] = await claimAll();
  expect([first?.id, others]).toEqual([pending, []]);
  expect(await claimAll()).toEqual([]);
  await recordAttempt(assertDefined(first, "it was claimed"), ACCEPTED);
  expect(idsOf(await claimAll())).toEqual([final]);
});

test("the earlier status is sent first even if it is due after the later one", async () => {
  const { pending, final } = await makePair();
  await systemDb()
    .sql`update webhook_deliveries set due_at = now() - interval '1 second' where id = ${final}`;
  for (let turn = 0; turn < 5; turn++) {
    const claimed = await claimAll();
    expect(idsOf(claimed)).toEqual([pending]);
    await releaseDeliveries(claimed);
  }
});

test.each([
  ["is accepted", ACCEPTED],
  ["fails", FAILED],
])("once the earlier status's first attempt %s the later one is due at once", async (_, attempt) => {
  const { final } = await makePair();
  const first = await claimOne();
  // A sender that finds the later event meanwhile postpones it.
  expect(await claimAll()).toEqual([]);
  await recordAttempt(first, attempt);
  expect((await readDelivery(final))?.dueInMs).toBeLessThanOrEqual(1);
  expect(idsOf(await claimAll())).toEqual([final]);
});

test.each([
  ["that was aborted", ABORTED],
  ["that got a 410", GONE],
])(
  "an attempt %s does not count: the earlier status is sent again before the later one",
  async (_, attempt) => {
    const { scope, pending, final, endpoint } = await makePair();
    await recordAttempt(await claimOne(), attempt);
    await resumeWebhookEndpoint(scope, endpoint);
    const [again, ...others] = await claimAll();
    expect([again?.id, others]).toEqual([pending, []]);
    expect(await claimAll()).toEqual([]);
    await recordAttempt(assertDefined(again, "it was claimed"), FAILED);
    expect(idsOf(await claimAll())).toEqual([final]);
  },
);

test("a replay of failed events keeps their order", async () => {
  const { scope, pending, final } = await makePair();
  await systemDb().sql`
    update webhook_deliveries set state = 'failed', attempt_count = 4, uncounted_attempts = 1, changed_at = now()`;
  expect(await replayFailed(scope, { since: new Date(0) })).toBe(2);
  const [first, ...others] = await claimAll();
  expect([first?.id, others]).toEqual([pending, []]);
  expect(await claimAll()).toEqual([]);
  await recordAttempt(assertDefined(first, "it was claimed"), FAILED);
  expect(idsOf(await claimAll())).toEqual([final]);
});

test("a final status that is replayed alone does not wait for a retry of the earlier one", async () => {
  const { scope, pending, final } = await makePair();
  await recordAttempt(await claimOne(), FAILED);
  await recordAttempt(await claimOne(), FAILED);
  await systemDb().sql`update webhook_deliveries set state = 'failed' where id = ${final}`;
  await systemDb()
    .sql`update webhook_deliveries set due_at = now() - interval '1 second' where id = ${pending}`;
  expect(idsOf(await claimAll())).toEqual([pending]);
  await replayFailed(scope, { since: new Date(0) });
  expect(idsOf(await claimAll())).toEqual([final]);
});

test("a retry of the earlier status blocks nothing, neither while it waits nor while it is in flight", async () => {
  const { pending, final } = await makePair();
  await recordAttempt(await claimOne(), FAILED);
  await systemDb()
    .sql`update webhook_deliveries set due_at = now() - interval '1 second' where id = ${pending}`;
  await systemDb().sql`update webhook_deliveries set due_at = now() + interval '1 hour' where id = ${final}`;
  expect(idsOf(await claimAll())).toEqual([pending]);
  await systemDb()
    .sql`update webhook_deliveries set due_at = now() - interval '1 second' where id = ${final}`;
  expect(idsOf(await claimAll())).toEqual([final]);
});

test("when the lease of the earlier status expires without a result, the later one is sent", async () => {
  const { pending, final } = await makePair();
  await claimOne();
  expect(await claimAll()).toEqual([]);
  // It is checked again when the lease expires, at the latest.
  const [row, blocked] = await Promise.all([readDelivery(pending), readDelivery(final)]);
  expect(Math.abs((row?.dueInMs ?? 0) - (blocked?.dueInMs ?? 0))).toBeLessThan(50);
  await makeAllDue();
  expect(idsOf(await claimAll()).sort()).toEqual([pending, final].sort());
});

test("an event that waits for the earlier status is not due, and no sender looks for it until then", async () => {
  await makePair();
  await claimOne();
  expect(await claimAll()).toEqual([]);
  expect((await getNextDue(ALL_SLOTS)).waitMs).toBeGreaterThan(10_000);
  expect(await countDueDeliveries()).toBe(0);
});

test("an attempt that ends while the later event is being postponed leaves it due, in either order of commits", async () => {
  for (let turn = 0; turn < 30; turn++) {
    const { final } = await makePair();
    const first = await claimOne();
    const [, claimed] = await Promise.all([recordAttempt(first, FAILED), claimAll()]);
    const [other] = claimed.length > 0 ? claimed : await claimAll();
    expect(other?.id).toBe(final);
    await systemDb().sql`delete from webhook_deliveries`;
  }
});

test("a paused endpoint keeps the order when it is resumed", async () => {
  const { scope, pending, final, endpoint } = await makePair();
  await pauseWebhookEndpoint(scope, endpoint);
  expect(await claimAll()).toEqual([]);
  await systemDb().sql`update webhook_deliveries set due_at = due_at - interval '1 hour' where id = ${final}`;
  await resumeWebhookEndpoint(scope, endpoint);
  expect(idsOf(await claimAll())).toEqual([pending]);
});

test("a failing endpoint is probed with the earlier status", async () => {
  const { pending, final, endpoint } = await makePair();
  await systemDb().sql`update webhook_deliveries set due_at = due_at - interval '1 hour' where id = ${final}`;
  await systemDb()
    .sql`update webhook_endpoints set health = 'failing', next_probe_at = now() - interval '1 second' where id = ${endpoint}`;
  const probe = await claimOne();
  expect(probe).toMatchObject({ id: pending, isProbe: true });
  await recordAttempt(probe, FAILED);
  await makeProbesDue();
  expect(await claimOne()).toMatchObject({ id: final, isProbe: true });
});

test("events that wait for earlier ones take no slots from others", async () => {
  const { scope } = await makePair();
  await claimOne();
  const others = await makeDeliveries({ ...scope, url, count: 2 });
  const room = { ...ALL_SLOTS, endpoints: [{ id: webhookEndpointId(scope, url), room: 1 }] };
  const claimed: string[] = [];
  for (let turn = 0; turn < 4; turn++) claimed.push(...idsOf(await claimDueDeliveries(room)));
  expect(claimed.sort()).toEqual(others.sort());
});

test("one call of the job sends both, in order, and counts both", async () => {
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 150));
  const organisation = await makeOrganisation();
  const pending = await makeDeliveries({ ...organisation, url: receiver.url, status: "pending", count: 3 });
  const finals = await Promise.all(pending.map(makeFinalDelivery));
  expect(await deliverDue({ budgetMs: 5_000 })).toEqual({
    attempted: 6,
    delivered: 6,
    failed: 0,
    remaining: 0,
  });
  const got = receiver.received.map(({ headers }) => headers["webhook-id"]);
  for (const [index, id] of pending.entries())
    expect(got.indexOf(id)).toBeLessThan(got.indexOf(finals[index] ?? ""));
});
