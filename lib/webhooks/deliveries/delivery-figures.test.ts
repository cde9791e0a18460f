/** Guarantee: all screens show the same delivery rate, and an attempt that was repeated is a retry, not a failure. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { closeLiveStreams, getLive } from "@/lib/live";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { getWebhookStatus, replayDelivery, summariseResponseTimes } from "..";

useTestDatabase();
afterEach(closeLiveStreams);

const COUNT = 40;
let session: Awaited<ReturnType<typeof openTestSession>>;
let ids: Id<"delivery">[];

/** Records a delivery's attempts and its state; an error of `null` is a success. */
async function attempt(id: Id<"delivery"> | undefined, errors: (string | null)[], state: string) {
  const { sql } = systemDb();
  await sql`
    update webhook_deliveries set state = ${state}, attempt_count = ${errors.length}, changed_at = now(),
      due_at = now() + interval '1 hour' where id = ${id ?? ""}`;
  for (const [index, error] of errors.entries())
    await sql`
      insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms,
        status, error)
      select session_id, id, ${index + 1}, organisation_id, mode, now(), 20, ${error ? 503 : 200}, ${error}
      from webhook_deliveries where id = ${id ?? ""}`;
}

const figures = async () => {
  const { scope, sessionId } = session;
  closeLiveStreams();
  const [status, live] = [await getWebhookStatus(scope, sessionId), await getLive(scope, sessionId)];
  const { due_count, delivered_count, failed_count, waiting_count, retrying_count } = status;
  const page = { due_count, delivered_count, failed_count, waiting_count, retrying_count };
  const { state: _, ...strip } = live.figures.deliveries;
  expect(strip).toEqual(page);
  return page;
};

beforeEach(async () => {
  session = await openTestSession("test", "https://platform.example/hook");
  const { sessionId } = session;
  await systemTx((db) => fillSession(db, { sessionId, count: COUNT }));
  const time = newId("delivery").slice(0, "evt_".length + 10);
  await systemDb().sql`
    update webhook_deliveries set id = ${time}::text || right(id, 16), attempt_count = 1 where session_id = ${sessionId}`;
  const rows = await systemDb().sql<{ id: Id<"delivery"> }[]>`
    select id from webhook_deliveries where session_id = ${sessionId} order by id`;
  ids = rows.map(({ id }) => id);
});

const ALL = {
  due_count: COUNT,
  delivered_count: COUNT,
  failed_count: 0,
  waiting_count: 0,
  retrying_count: 0,
};

test("the webhooks page and the live page show the same figures", async () => {
  expect(await figures()).toEqual(ALL);
  for (const id of ids.slice(0, 9)) await attempt(id, ["Service unavailable"], "pending");
  await attempt(ids[9], ["Service unavailable", "Service unavailable"], "failed");
  expect(await figures()).toEqual({
    due_count: COUNT,
    delivered_count: COUNT - 10,
    failed_count: 1,
    waiting_count: 9,
    retrying_count: 9,
  });
});

test("an event whose first attempt has not ended is neither delivered nor due", async () => {
  await systemDb()
    .sql`update webhook_deliveries set state = 'pending', attempt_count = 1 where id = ${ids[0] ?? ""}`;
  expect(await figures()).toEqual({
    ...ALL,
    due_count: COUNT - 1,
    delivered_count: COUNT - 1,
    waiting_count: 1,
  });
});

test("a payment with one delivered and one undelivered event counts once, as not delivered", async () => {
  const [first = "evt_"] = ids;
  await systemDb().sql`
    insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id, body,
      state, attempt_count, due_at, created_at, changed_at)
    select session_id, ${newId("delivery")}, organisation_id, mode, transaction_id,
      case when transaction_status = 'failed' then 'pending' else 'failed' end, webhook_endpoint_id, '{}', 'failed', 2,
      now(), now(), now() from webhook_deliveries where id = ${first}`;
  expect(await figures()).toEqual({ ...ALL, delivered_count: COUNT - 1, failed_count: 1 });
});

test("a delivered event that is replayed is not counted as failing", async () => {
  await attempt(ids[0], [null], "delivered");
  await replayDelivery(session.scope, ids[0] ?? "evt_");
  expect(await figures()).toMatchObject({ retrying_count: 0, failed_count: 0 });
});

test("failed attempts that are repeated are retries; the last attempt of a failed event is not", async () => {
  const { scope, sessionId } = session;
  await attempt(ids[0], ["Service unavailable", "Service unavailable", null], "delivered");
  await attempt(ids[1], ["Service unavailable"], "pending");
  await attempt(ids[2], ["Service unavailable", "Service unavailable"], "failed");
  await attempt(ids[3], [null], "delivered");
  const { minutes } = await summariseResponseTimes(scope, sessionId);
  expect(minutes.reduce((sum, { retried }) => sum + retried, 0)).toBe(4);
});

test("a session without a webhook URL has nothing due, and another organisation gets zeros", async () => {
  session = await openTestSession();
  expect(await figures()).toEqual({ ...ALL, due_count: 0, delivered_count: 0 });
});
