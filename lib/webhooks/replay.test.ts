import { beforeEach, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { claimDueDeliveries } from "./claim";
import { replayDelivery, replayFailed } from "./replay";
import { deliverDue } from "./run-delivery-job";
import {
  makeDeliveries,
  makeOrganisation,
  openSessions,
  ROOM,
  readAttempts,
  readDelivery,
} from "./testing/deliveries";
import { startReceiver } from "./testing/receiver";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "60000";
useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from deliveries`;
});

const round = () => deliverDue({ budgetMs: 3_000 });
const EARLIER = new Date("2026-01-01T00:00:00Z");

async function setUp({ isUp = true, count = 1 } = {}) {
  const organisation = await makeOrganisation();
  const answers = { isUp };
  const receiver = await startReceiver((response) => response.writeHead(answers.isUp ? 200 : 500).end());
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count });
  await openSessions();
  return { answers, receiver, ids, id: asId(ids[0]), scope: { ...organisation, mode: "test" as const } };
}

/** An id that the fixture made. */
const asId = (text: string | undefined) => text as Id<"delivery">;

/** Has events be given up for good, at a time. */
async function giveUp(ids: string[], at = "now()"): Promise<void> {
  const { sql } = systemDb();
  await sql`
    update deliveries set state = 'failed', attempt_count = 2, changed_at = ${sql.unsafe(at)} where id in ${sql(ids)}`;
}

test("an event that was delivered goes again: the same id, the same bytes, the tries numbered on", async () => {
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

test("an event that was given up goes again, on a schedule that begins afresh", async () => {
  const { id, scope, ids } = await setUp({ isUp: false });
  await giveUp(ids);
  expect(await round()).toMatchObject({ attempted: 0 });
  await replayDelivery(scope, id);
  await round();
  expect(await readDelivery(id)).toMatchObject({ state: "pending", attemptCount: 3, uncountedAttempts: 2 });
  await systemDb().sql`update deliveries set due_at = now()`;
  await round();
  expect(await readDelivery(id)).toMatchObject({ state: "failed", attemptCount: 4 });
});

test("an event between its tries goes at once", async () => {
  const { answers, id, scope } = await setUp({ isUp: false });
  await round();
  expect((await readDelivery(id))?.dueInMs).toBeGreaterThan(40_000);
  answers.isUp = true;
  expect(await replayDelivery(scope, id)).toBe(true);
  expect(await round()).toMatchObject({ delivered: 1 });
});

test("an event that is being sent is left to that", async () => {
  const { id, scope, receiver } = await setUp();
  await claimDueDeliveries(ROOM);
  expect(await replayDelivery(scope, id)).toBe(false);
  expect(await round()).toMatchObject({ attempted: 0 });
  expect(receiver.received).toHaveLength(0);
});

test("an event of somebody else's, of the other mode, or of nobody's is none", async () => {
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

test("everything of the organisation's that failed since a time goes again, and nothing else", async () => {
  const { receiver, ids, scope } = await setUp({ count: 6 });
  const stranger = await setUp();
  await giveUp([...ids.slice(0, 4), ...stranger.ids]);
  await giveUp(ids.slice(3, 4), "now() - interval '2 days'");
  await round();
  expect(receiver.received).toHaveLength(2);
  expect(await replayFailed(scope, { since: new Date(Date.now() - 86_400_000) })).toBe(3);
  expect(await replayFailed(scope, { since: EARLIER })).toBe(1);
  expect(await replayFailed(scope, { since: EARLIER })).toBe(0);
  expect(await round()).toMatchObject({ delivered: 4 });
  expect((await readDelivery(stranger.ids[0] ?? ""))?.state).toBe("failed");
});

test("what failed can be sent again for one session alone", async () => {
  const { ids, scope } = await setUp({ count: 3 });
  await giveUp(ids);
  const [row] = await systemDb().sql<{ sessionId: Id<"session"> }[]>`
    insert into session_counters (session_id, organisation_id, mode, last_created_at)
    select session_id, organisation_id, mode, now() from deliveries where id = ${ids[1] ?? ""}
    returning session_id as "sessionId"`;
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
