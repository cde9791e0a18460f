import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { ALL_SLOTS, makeDeliveries, makeOrganisation, readDelivery } from "../testing/deliveries";
import { startReceiver } from "../testing/receiver";
import { claimDueDeliveries } from "./claim";
import { detectClockRollback } from "./clock-rollback";
import { deliverDue } from "./run-delivery-job";
import { startSender, stopSender } from "./sender-loop";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});
afterEach(stopSender);

const round = () => deliverDue({ budgetMs: 3_000 });

/** Simulates a clock step by a number of days: moves the stored times the opposite way. */
async function stepClock(days: number): Promise<void> {
  const { sql } = systemDb();
  const step = sql`(${-days} * interval '1 day')`;
  await sql`update webhook_deliveries set due_at = due_at + ${step}, created_at = created_at + ${step},
    changed_at = changed_at + ${step}, delivered_at = delivered_at + ${step}`;
  await sql`update webhook_endpoints set next_probe_at = next_probe_at + ${step}, failed_at = failed_at + ${step},
    health_since = health_since + ${step}, succeeded_at = succeeded_at + ${step}`;
}

async function setUp({ isUp = true, count = 1 } = {}) {
  const organisation = await makeOrganisation();
  const answers = { isUp };
  const receiver = await startReceiver((response) => response.writeHead(answers.isUp ? 200 : 500).end());
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count });
  return { ...organisation, answers, receiver, ids };
}

test("due events, old and new, are sent at once after the clock was set back by a day", async () => {
  const { receiver, ids, organisationId } = await setUp({ count: 3 });
  await stepClock(-1);
  ids.push(...(await makeDeliveries({ organisationId, url: receiver.url, count: 2 })));
  expect(await round()).toMatchObject({ delivered: 5 });
  const got = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(got.sort()).toEqual(ids.sort());
});

test("a running sender finds waiting events after the clock was set back", async () => {
  const { receiver } = await setUp({ count: 3 });
  await stepClock(-1);
  startSender();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), { timeout: 3_000 });
});

test("after a step back a retry's wait restarts and is not longer than planned", async () => {
  const { ids } = await setUp({ isUp: false });
  await round();
  await stepClock(-1);
  expect((await readDelivery(ids[0] ?? ""))?.dueInMs).toBeGreaterThan(86_400_000);
  await detectClockRollback();
  expect((await readDelivery(ids[0] ?? ""))?.dueInMs).toBeGreaterThan(3_000);
  expect((await readDelivery(ids[0] ?? ""))?.dueInMs).toBeLessThanOrEqual(6_000);
});

test("after a step back an event in flight is still leased to its sender", async () => {
  const { receiver, ids } = await setUp();
  await claimDueDeliveries(ALL_SLOTS);
  await stepClock(-1);
  expect(await round()).toMatchObject({ attempted: 0 });
  expect(receiver.received).toHaveLength(0);
  expect((await readDelivery(ids[0] ?? ""))?.dueInMs).toBeLessThanOrEqual(16_500);
});

test("after a step back a failing endpoint is probed again", async () => {
  const { answers, receiver } = await setUp({ isUp: false, count: 12 });
  await round();
  expect(receiver.received).toHaveLength(5);
  await stepClock(-1);
  answers.isUp = true;
  expect(await round()).toMatchObject({ delivered: 12 - 5 });
});

test("a clock set forward by two days causes one attempt at an unreachable receiver, and no failed event", async () => {
  const { receiver, ids } = await setUp({ isUp: false, count: 12 });
  await round();
  await stepClock(2);
  for (let turn = 0; turn < 5; turn++) await round();
  expect(receiver.received).toHaveLength(6);
  const rows = await Promise.all(ids.map(readDelivery));
  expect(rows.every((row) => row?.state === "pending" && row.attemptCount <= 2)).toBe(true);
});

test("a clock set forward delivers every waiting event once", async () => {
  const { answers, receiver, ids } = await setUp({ isUp: false, count: 12 });
  await round();
  answers.isUp = true;
  await stepClock(2);
  expect(await round()).toMatchObject({ delivered: 12 });
  expect(receiver.received).toHaveLength(5 + ids.length);
});

test("scheduled waits are unchanged while the clock runs normally", async () => {
  const { ids } = await setUp({ isUp: false });
  await round();
  await systemDb()
    .sql`update webhook_deliveries set due_at = now() + interval '1 day' where state = 'pending'`;
  await detectClockRollback();
  expect((await readDelivery(ids[0] ?? ""))?.dueInMs).toBeGreaterThan(86_000_000);
});
