/** Guarantee: each filter of the search of all events returns exactly the organisation's events that match, in pages without gaps. */
import { expect, test } from "vitest";
import type { z } from "zod";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { SearchQuery } from "../contract";
import { createOrganisationEndpoint, removeOrganisationEndpoint } from "../endpoints/organisation-endpoints";
import { changeWebhookUrl } from "../endpoints/session-url";
import { recordEvents } from "../events/record-events";
import { searchDeliveries } from "./search-all";

process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const find = (scope: Scope, search: z.input<typeof SearchQuery> = {}, limit = 50) =>
  searchDeliveries(scope, { ...SearchQuery.parse(search), limit });
const idsOf = async (...args: Parameters<typeof find>) => (await find(...args)).rows.map(({ id }) => id);
const newest = (rows: { id: string }[]) =>
  rows
    .map(({ id }) => id)
    .sort()
    .reverse();

/** One session with a `webhook_url`, one organisation-wide endpoint for both types, two payments and an event of the other type. */
async function setUp() {
  const { scope, sessionId, account } = await openTestSession("test", "http://127.0.0.1:9/session");
  const wide = await createOrganisationEndpoint(scope, {
    name: "All",
    url: "http://127.0.0.1:9/wide",
    eventTypes: ["transaction.received", "expected_payment.updated"],
  });
  for (const _ of [1, 2]) await recordCredit(createIncomingCredit({ account }));
  const subject = newId("expectedPayment");
  await recordEvents(systemDb(), "expected_payment.updated", [
    { ...scope, sessionId, subjectId: subject, state: "paid", body: "{}" },
  ]);
  const rows = await systemDb().sql<
    {
      id: Id<"delivery">;
      transaction: Id<"transaction"> | null;
      endpoint: Id<"webhookEndpoint">;
      isWide: boolean;
    }[]
  >`select id, transaction_id as transaction, webhook_endpoint_id as endpoint, is_organisation_wide as is_wide
    from webhook_deliveries where organisation_id = ${scope.organisationId}`;
  const own = rows.find(({ isWide }) => !isWide)?.endpoint ?? newId("webhookEndpoint");
  return { scope, sessionId, account, wide, own, subject, rows };
}

test("without a filter all events of the organisation are returned, the newest first, in pages", async () => {
  const { scope, rows } = await setUp();
  const other = await setUp();
  expect(await idsOf(scope)).toEqual(newest(rows));
  const paged: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await find(scope, { before }, 2);
    paged.push(...page.rows.map(({ id }) => id));
    if (page.next === null) break;
    before = page.next;
  }
  expect(paged).toEqual(newest(rows));
  expect(await idsOf({ ...scope, mode: "live" })).toEqual([]);
  expect(await idsOf(scope, { q: other.sessionId })).toEqual([]);
  expect(await idsOf(scope, { endpoint_id: other.wide })).toEqual([]);
  expect(await idsOf(scope, { q: other.rows[0]?.id })).toEqual([]);
});

test("an id of an event, a payment, a session or a subject finds its events; another text finds none", async () => {
  const { scope, sessionId, subject, rows } = await setUp();
  const [one] = rows.filter(({ transaction }) => transaction);
  const ofPayment = rows.filter(({ transaction }) => transaction === one?.transaction);
  expect(await idsOf(scope, { q: one?.id })).toEqual([one?.id]);
  expect(await idsOf(scope, { q: one?.transaction ?? "" })).toEqual(newest(ofPayment));
  expect(await idsOf(scope, { q: sessionId })).toEqual(newest(rows));
  const { rows: found } = await find(scope, { q: subject });
  expect(found).toMatchObject([
    { event_type: "expected_payment.updated", subject_id: subject, subject_state: "paid" },
  ]);
  expect(await idsOf(scope, { q: "nothing" })).toEqual([]);
});

test("endpoint, type and session are combined, also after the session's URL has changed", async () => {
  const { scope, sessionId, account, wide, own, rows } = await setUp();
  const at = (endpoint: string) => newest(rows.filter((row) => row.endpoint === endpoint));
  const others = newest(rows.filter(({ transaction }) => !transaction));
  const type = "expected_payment.updated";
  for (const q of [undefined, sessionId]) {
    expect(await idsOf(scope, { q, endpoint_id: wide })).toEqual(at(wide));
    expect(await idsOf(scope, { q, endpoint_id: own })).toEqual(at(own));
    expect(await idsOf(scope, { q, event_type: type })).toEqual(others);
    expect(await idsOf(scope, { q, event_type: type, endpoint_id: wide })).toEqual(others);
    expect(await idsOf(scope, { q, event_type: type, endpoint_id: own })).toEqual([]);
  }
  const elsewhere = await openTestSession("test", "http://127.0.0.1:9/session");
  expect(await idsOf(scope, { q: elsewhere.sessionId, endpoint_id: wide })).toEqual([]);
  await systemDb().sql`update webhook_deliveries set state = 'delivered' where session_id = ${sessionId}`;
  await changeWebhookUrl(scope, sessionId, "http://127.0.0.1:9/changed");
  await recordCredit(createIncomingCredit({ account }));
  expect(await idsOf(scope, { q: sessionId, endpoint_id: own })).toEqual(at(own));
  const moved = await idsOf(scope, { q: sessionId, endpoint_id: wide });
  expect([moved.length, moved.slice(1)]).toEqual([3 + 1, at(wide)]);
});

test("outcomes have their order: failed ones by when they failed, waiting ones by when they are due", async () => {
  const { scope, sessionId, wide, rows } = await setUp();
  const [first, second, third, ...waiting] = newest(rows);
  const set = (id: string | undefined, state: string, secondsAgo: number) => systemDb().sql`
    update webhook_deliveries set state = ${state}, changed_at = now() - ${secondsAgo} * interval '1 second' where id = ${id ?? ""}`;
  await set(first, "failed", 60);
  await set(second, "failed", 30);
  await set(third, "delivered", 10);
  // The newest is due first.
  for (const [nth, id] of waiting.entries())
    await systemDb()
      .sql`update webhook_deliveries set due_at = now() + ${nth} * interval '1 minute' where id = ${id}`;
  for (const q of [undefined, sessionId]) {
    expect(await idsOf(scope, { q, outcome: "failed" })).toEqual([second, first]);
    expect(await idsOf(scope, { q, outcome: "delivered" })).toEqual([third]);
    expect(await idsOf(scope, { q, outcome: "waiting" })).toEqual(waiting);
    const page = await find(scope, { q, outcome: "failed" }, 1);
    expect(await idsOf(scope, { q, outcome: "failed", before: page.next ?? "" }, 1)).toEqual([first]);
  }
  const wideWaiting = rows.filter(({ id, endpoint }) => endpoint === wide && waiting.includes(id));
  expect(await idsOf(scope, { outcome: "waiting", endpoint_id: wide })).toEqual(newest(wideWaiting));
});

test("a period is from its first to before its last moment; a row names its last attempt and a removed endpoint", async () => {
  const { scope, sessionId, wide, rows } = await setUp();
  const id = newId("delivery", Date.parse("2026-01-02T00:00:00.000Z"));
  await systemDb().sql`
    update webhook_deliveries set id = ${id}, attempt_count = 2 where id = ${rows.find(({ endpoint }) => endpoint === wide)?.id ?? ""}`;
  await systemDb().sql`
    insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status)
    select ${sessionId}, ${id}, number, ${scope.organisationId}, 'test', now(), number * 10, 500 + number from generate_series(1, 2) number`;
  await removeOrganisationEndpoint(scope, wide);
  const from = "2026-01-02T00:00:00.000Z";
  const { rows: found } = await find(scope, { from, to: "2026-01-02T00:00:00.001Z" });
  expect(found).toMatchObject([
    {
      ...{ id, session_id: sessionId, session_name: "Afrobeats Night", outcome: "failed", attempts: 2 },
      ...{ response: 502, duration_ms: 20, endpoint: { id: wide, name: "All", is_removed: true } },
    },
  ]);
  expect(await idsOf(scope, { to: from })).toEqual([]);
});
