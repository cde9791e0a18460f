import { beforeEach, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { claimDueDeliveries } from "../sending/claim";
import { deliverDue } from "../sending/run-delivery-job";
import {
  ALL_SLOTS,
  insertMissingSessions,
  makeDeliveries,
  makeOrganisation,
  readAttempts,
  readDelivery,
  replayFailed,
} from "../testing/deliveries";
import { startReceiver } from "../testing/receiver";
import { replayDelivery } from "./replay";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "60000";
useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});

const round = () => deliverDue({ budgetMs: 3_000 });
const EARLIER = new Date("2026-01-01T00:00:00Z");

async function setUp({ isUp = true, count = 1 } = {}) {
  const organisation = await makeOrganisation();
  const answers = { isUp };
  const receiver = await startReceiver((response) => response.writeHead(answers.isUp ? 200 : 500).end());
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count });
  await insertMissingSessions();
  return { answers, receiver, ids, id: asId(ids[0]), scope: { ...organisation, mode: "test" as const } };
}

/** Casts an id that the fixture created. */
const asId = (text: string | undefined) => text as Id<"delivery">;

/** Marks events as failed for good at a time. */
async function markFailed(ids: string[], at = "now()"): Promise<void> {
  const { sql } = systemDb();
  await sql`
    update webhook_deliveries set state = 'failed', attempt_count = 2, changed_at = ${sql.unsafe(at)} where id in ${sql(ids)}`;
}

test("a delivered event is sent again with the same id and bytes, and its attempt numbers continue", async () => {
  const { receiver, id, scope } = await setUp();
  await round();
  expect(await replayDelivery(scope, id)).toBe(true);
  expect(await round()).toMatchObject({ delivered: 1 });
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
  expect((await readAttempts(id)).map(({ number }) => number)).toEqual([1, 2]);
  expect(await readDelivery(id)).toMatchObject({ state: "delivered", deliveredAt: expect.any(Date) });
});

test("a failed event is sent again on a new schedule", async () => {
  const { id, scope, ids } = await setUp({ isUp: false });
  await markFailed(ids);
  expect(await round()).toMatchObject({ attempted: 0 });
  await replayDelivery(scope, id);
  await round();
  expect(await readDelivery(id)).toMatchObject({ state: "pending", attemptCount: 3, uncountedAttempts: 2 });
  await systemDb().sql`update webhook_deliveries set due_at = now() - interval '1 second'`;
  await round();
  expect(await readDelivery(id)).toMatchObject({ state: "failed", attemptCount: 4 });
});

test("an event between two attempts is sent at once", async () => {
  const { answers, id, scope } = await setUp({ isUp: false });
  await round();
  expect((await readDelivery(id))?.dueInMs).toBeGreaterThan(40_000);
  answers.isUp = true;
  expect(await replayDelivery(scope, id)).toBe(true);
  expect(await round()).toMatchObject({ delivered: 1 });
});

test("an event in flight is not changed", async () => {
  const { id, scope, receiver } = await setUp();
  await claimDueDeliveries(ALL_SLOTS);
  expect(await replayDelivery(scope, id)).toBe(false);
  expect(await round()).toMatchObject({ attempted: 0 });
  expect(receiver.received).toHaveLength(0);
});

test("an event of another organisation, of the other mode, or unknown is not found", async () => {
  const { id, scope } = await setUp();
  await round();
  const { organisationId } = await makeOrganisation();
  for (const stranger of [
    { organisationId, mode: "test" as const },
    { ...scope, mode: "live" as const },
  ]) {
    await expect(replayDelivery(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(replayDelivery(scope, newId("delivery"))).rejects.toMatchObject({ code: "not_found" });
  expect(await readDelivery(id)).toMatchObject({ state: "delivered" });
});

test("all events of the organisation that failed since a time are sent again, and no others", async () => {
  const { receiver, ids, scope } = await setUp({ count: 6 });
  const stranger = await setUp();
  await markFailed([...ids.slice(0, 4), ...stranger.ids]);
  await markFailed(ids.slice(3, 4), "now() - interval '2 days'");
  await round();
  expect(receiver.received).toHaveLength(2);
  expect(await replayFailed(scope, { since: new Date(Date.now() - 86_400_000) })).toBe(3);
  expect(await replayFailed(scope, { since: EARLIER })).toBe(1);
  expect(await replayFailed(scope, { since: EARLIER })).toBe(0);
  expect(await round()).toMatchObject({ delivered: 4 });
  expect((await readDelivery(stranger.ids[0] ?? ""))?.state).toBe("failed");
});

test("failed events can be replayed for one session only", async () => {
  const { ids, scope } = await setUp({ count: 3 });
  await markFailed(ids);
  const [row] = await systemDb().sql<{ sessionId: Id<"session"> }[]>`
    insert into session_states (session_id, organisation_id, mode, last_created_at)
    select session_id, organisation_id, mode, now() from webhook_deliveries where id = ${ids[1] ?? ""}
    returning session_id`;
  await expect(replayFailed(scope, { since: EARLIER, sessionId: newId("session") })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await replayFailed(scope, { since: EARLIER, sessionId: row?.sessionId })).toBe(1);
  expect((await Promise.all(ids.map(readDelivery))).map((one) => one?.state)).toEqual([
    "failed",
    "pending",
    "failed",
  ]);
});
