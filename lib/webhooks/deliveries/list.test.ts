import { beforeAll, expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { getDelivery, getWebhookStatus, listDeliveries, pauseWebhookEndpoint } from "..";

useTestDatabase();

const COUNT = 130;
let scope: Scope;
let sessionId: Id<"session">;
let ids: Id<"delivery">[];

beforeAll(async () => {
  ({ scope, sessionId } = await openTestSession("test", "https://platform.example/hook"));
  await systemTx((db) => fillSession(db, { sessionId, count: COUNT }));
  const { sql } = systemDb();
  // As recording inserts them: created now, in order, each delivered at once.
  const time = newId("delivery").slice(0, "evt_".length + 10);
  await sql`
    update webhook_deliveries set id = ${time}::text || right(id, 16), attempt_count = 1 where session_id = ${sessionId}`;
  await sql`
    insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status)
    select session_id, id, 1, organisation_id, mode, now(), 180, 200 from webhook_deliveries where session_id = ${sessionId}`;
  const rows = await sql<{ id: Id<"delivery"> }[]>`
    select id from webhook_deliveries where session_id = ${sessionId} order by id desc`;
  ids = rows.map(({ id }) => id);
  const [first = "", second = "", third = ""] = ids;
  await sql`
    update webhook_deliveries set state = 'failed', changed_at = now() where id in ${sql([second, third])}`;
  await sql`update webhook_deliveries set state = 'pending', due_at = now() + interval '1 hour' where id = ${first}`;
  await sql`
    update webhook_attempts set status = 503, error = 'Service unavailable', excerpt = ${Buffer.from("no <b>\xff", "latin1")}
    where delivery_id in ${sql([first, second, third])}`;
});

const pageOf = (query: Omit<Parameters<typeof listDeliveries>[1], "sessionId" | "limit">) =>
  listDeliveries(scope, { sessionId, limit: 50, ...query });
const idsOf = ({ rows }: Awaited<ReturnType<typeof pageOf>>) => rows.map(({ id }) => id);

test("deliveries are listed newest first in pages, each once, with their payment's data", async () => {
  const pages = [await pageOf({})];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await pageOf({ before: next }));
  expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 30]);
  expect(pages.flatMap(idsOf)).toEqual(ids);
  const [row] = (await pageOf({})).rows;
  const [payment] = await systemDb().sql`
    select amount, sender_name as payer, channel from transactions where id = ${row?.transaction_id ?? ""}`;
  expect(row).toMatchObject({ ...payment, outcome: "waiting", response: 503, marks: [{ is_ok: false }] });
});

test("the outcome filter lists only deliveries with that outcome", async () => {
  expect(idsOf(await pageOf({ outcome: "waiting" }))).toEqual(ids.slice(0, 1));
  expect(idsOf(await pageOf({ outcome: "failed" })).sort()).toEqual(ids.slice(1, 3).sort());
  const delivered = await pageOf({ outcome: "delivered" });
  expect(idsOf(delivered)).toEqual(ids.slice(3, 53));
  expect(idsOf(await pageOf({ outcome: "delivered", before: delivered.next ?? "" }))).toEqual(
    ids.slice(53, 103),
  );
});

test("the next page of failed deliveries continues after the last row", async () => {
  const first = await listDeliveries(scope, { sessionId, outcome: "failed", limit: 1 });
  const second = await listDeliveries(scope, {
    sessionId,
    outcome: "failed",
    limit: 1,
    before: first.next ?? "",
  });
  expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(ids.slice(1, 3).sort());
  expect(second.next).toBeNull();
});

test("a transaction id, a delivery id and a response code find deliveries; other searches find none", async () => {
  const [row] = (await pageOf({})).rows;
  expect(idsOf(await pageOf({ q: row?.transaction_id }))).toEqual(ids.slice(0, 1));
  expect(idsOf(await pageOf({ q: ids[5] }))).toEqual(ids.slice(5, 6));
  expect(idsOf(await pageOf({ q: "503" }))).toEqual(ids.slice(0, 3));
  expect(idsOf(await pageOf({ q: "503", outcome: "failed" }))).toEqual(ids.slice(1, 3));
  expect(idsOf(await pageOf({ q: "' or true --" }))).toEqual([]);
});

test("a delivery has its attempts, the response as text and the signed headers", async () => {
  const delivery = await getDelivery(scope, sessionId, ids[0] ?? "evt_");
  expect(delivery).toMatchObject({
    url: "https://platform.example/hook",
    due_at: expect.any(Date),
    attempts: [{ number: 1, status: 503, error: "Service unavailable", excerpt: "no <b>\ufffd" }],
  });
  expect(delivery.attempts[0]?.headers).toMatchObject({ "webhook-id": ids[0] });
});

test("delivered, failed and waiting deliveries add up to the due ones", async () => {
  const status = await getWebhookStatus(scope, sessionId);
  expect(status).toMatchObject({
    due_count: COUNT,
    delivered_count: COUNT - 3,
    failed_count: 2,
    waiting_count: 1,
    endpoint: { health: "healthy", next_attempt_at: expect.any(Date) },
  });
  await pauseWebhookEndpoint(scope, status.endpoint?.id ?? "we_");
  expect((await getWebhookStatus(scope, sessionId)).endpoint).toMatchObject({
    health: "paused",
    pause_reason: "manual",
    next_attempt_at: null,
  });
});

test("the next attempt is at the later of the event's time and the endpoint's next probe", async () => {
  const { scope: own, sessionId: id } = await openTestSession("test", "https://platform.example/next");
  await systemTx((db) => fillSession(db, { sessionId: id, count: 1 }));
  const { sql } = systemDb();
  const [soon, later] = [new Date(Date.now() + 60_000), new Date(Date.now() + 3_600_000)];
  const nextAttempt = async (dueAt: Date, probeAt: Date | null) => {
    await sql`update webhook_deliveries set state = 'pending', due_at = ${dueAt} where session_id = ${id}`;
    await sql`
      update webhook_endpoints set next_probe_at = ${probeAt}, health = ${probeAt ? "failing" : "healthy"}
      where id = (select webhook_endpoint_id from sessions where session_id = ${id})`;
    return (await getWebhookStatus(own, id)).endpoint?.next_attempt_at;
  };
  expect(await nextAttempt(later, soon)).toEqual(later);
  expect(await nextAttempt(soon, later)).toEqual(later);
  expect(await nextAttempt(soon, null)).toEqual(soon);
});

test("another organisation can read neither the list nor a delivery", async () => {
  const stranger = await openTestSession();
  await expect(listDeliveries(stranger.scope, { sessionId, limit: 50 })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(getDelivery(stranger.scope, sessionId, ids[0] ?? "evt_")).rejects.toMatchObject({
    code: "not_found",
  });
  const otherMode = { ...scope, mode: "live" as const };
  await expect(getDelivery(otherMode, sessionId, ids[0] ?? "evt_")).rejects.toMatchObject({
    code: "not_found",
  });
});
