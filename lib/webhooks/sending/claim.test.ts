import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/core/scope";
import { longRunningTx, systemDb, systemDbByIndex } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { explainStatements } from "@/lib/testing/query-plan";
import { ALL_SLOTS, makeAllDue, makeDeliveries, makeOrganisation } from "../testing/deliveries";
import { webhookEndpointId } from "../webhook-endpoint";
import { claimDueDeliveries, claimStatement, getNextDue } from "./claim";

const database = useTestDatabase();

const ENDPOINTS = 60;
const WAITING = 20_000;
const DELIVERED = 200_000;
const url = (index: number) => `http://127.0.0.1:${9_000 + index}/hook`;

let scope: Scope;

beforeAll(async () => {
  const organisation = await makeOrganisation();
  scope = { ...organisation, mode: "test" };
  for (let index = 0; index < ENDPOINTS; index++) {
    await makeDeliveries({ ...organisation, url: url(index), count: Math.ceil(WAITING / ENDPOINTS) });
  }
  await longRunningTx(
    ({ sql }) => sql`
    insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id, body,
      state, due_at, created_at)
    select 'ses_' || n % 1000, 'evt_' || n, organisation_id, 'test', 'txn_' || n, 'successful', webhook_endpoint_id, '{}',
      'delivered', created_at, created_at
    from (select * from webhook_deliveries order by id limit 1) one, generate_series(1, ${DELIVERED}) n`,
  );
}, 120_000);

async function expectShortReads(): Promise<void> {
  const [plan] = await explainStatements(async () => claimStatement(systemDbByIndex(), ALL_SLOTS));
  expect(plan?.statement).toContain("skip locked");
  expect(plan?.seqScannedTables).not.toContain("webhook_deliveries");
  // Per endpoint: one step of the loose scan and four events. No step scans or sorts the backlog.
  expect(plan?.rowsTouched).toBeGreaterThanOrEqual(ENDPOINTS * 4);
  expect(plan?.rowsTouched).toBeLessThan(ENDPOINTS * 6);
}

test(
  "a claim from a backlog that the statistics do not include reads no more rows than it may take",
  expectShortReads,
);

test("a claim with table statistics reads no more either", async () => {
  const owner = postgres(database.ownerUrl, { max: 1 });
  await owner`analyze webhook_deliveries`;
  await owner`analyze webhook_endpoints`;
  await owner.end();
  await expectShortReads();
});

test("a claim of final statuses reads one earlier event each, even in a session with a backlog", async () => {
  await longRunningTx(async ({ sql }) => {
    await sql`update webhook_deliveries set session_id = 'ses_crowded' where state = 'pending'`;
    await sql`
      insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id,
        body, state, attempt_count, due_at, created_at)
      select session_id, 'evt_first' || id, organisation_id, mode, transaction_id, 'pending', webhook_endpoint_id,
        body, 'delivered', 1, due_at, created_at
      from webhook_deliveries where state = 'pending'`;
  });
  await expectShortReads();
});

test("a claim gives each origin its limit, from both ends of the queue, and no event twice", async () => {
  const claimed = await claimDueDeliveries({ ...ALL_SLOTS, slots: 100 });
  expect(claimed).toHaveLength(100);
  const shares = new Map<string, number>();
  for (const { origin } of claimed) shares.set(origin, (shares.get(origin) ?? 0) + 1);
  expect(shares.size).toBe(ENDPOINTS);
  expect(Math.max(...shares.values())).toBe(2);
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(100);
  const again = await claimDueDeliveries(ALL_SLOTS);
  expect(again).toHaveLength(ENDPOINTS * 4);
  expect(again.filter(({ id }) => claimed.some((one) => one.id === id))).toEqual([]);
});

test("a claim fills the free slots of an endpoint and an origin, and skips full ones", async () => {
  const [wide, full, narrow] = [url(0), url(1), url(2)];
  const room = {
    slots: 512,
    endpoints: [
      { id: webhookEndpointId(scope, wide), room: 9 },
      { id: webhookEndpointId(scope, full), room: -3 },
    ],
    origins: [{ origin: new URL(narrow).origin, room: 1 }],
  };
  const claimed = await claimDueDeliveries(room);
  const countAt = (one: string) => claimed.filter((delivery) => delivery.url === one).length;
  expect([wide, full, narrow].map(countAt)).toEqual([9, 0, 1]);
});

test("the next due time leaves out full endpoints and reports them", async () => {
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => url(index));
  const endpoints = urls.slice(0, 30).map((one) => ({ id: webhookEndpointId(scope, one), room: 0 }));
  const origins = urls.slice(30).map((one) => ({ origin: new URL(one).origin, room: 0 }));
  expect(await getNextDue({ slots: 512, endpoints, origins })).toEqual({ waitMs: null, isHeldUp: true });
  const outlook = await getNextDue({ slots: 512, endpoints: endpoints.slice(1), origins });
  expect(outlook).toMatchObject({ waitMs: expect.any(Number), isHeldUp: true });
  expect(outlook.waitMs).toBeLessThanOrEqual(0);
});

test("endpoints of one origin share its slots in turn", async () => {
  await systemDb().sql`delete from webhook_deliveries`;
  const organisation = await makeOrganisation();
  for (const path of ["a", "b", "c", "d"])
    await makeDeliveries({ ...organisation, url: `http://shared.test/${path}`, count: 20 });
  const claimed = await claimDueDeliveries({
    ...ALL_SLOTS,
    origins: [{ origin: "http://shared.test", room: 8 }],
  });
  expect(
    claimed
      .map((delivery) => delivery.url.slice(-1))
      .sort()
      .join(""),
  ).toBe("aabbccdd");
});

test("the oldest and the newest events of a backlog are claimed before the others", async () => {
  const organisation = await makeOrganisation();
  await systemDb().sql`delete from webhook_deliveries`;
  const ids: string[] = [];
  for (let index = 0; index < 10; index++) {
    ids.push(...(await makeDeliveries({ ...organisation, url: url(0), dueInMs: index * 10 - 1_000 })));
  }
  const claimed = await claimDueDeliveries(ALL_SLOTS);
  expect(claimed.map(({ id }) => id).sort()).toEqual([...ids.slice(0, 2), ...ids.slice(-2)].sort());
});

test("a single slot goes to the oldest or the newest due event at random", async () => {
  const organisation = await makeOrganisation();
  await systemDb().sql`delete from webhook_deliveries`;
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    ids.push(...(await makeDeliveries({ ...organisation, url: url(0), dueInMs: index * 10 - 1_000 })));
  }
  const room = {
    ...ALL_SLOTS,
    endpoints: [{ id: webhookEndpointId({ ...organisation, mode: "test" }, url(0)), room: 1 }],
  };
  const taken = new Set<string>();
  for (let turn = 0; turn < 40; turn++) {
    const [one] = await claimDueDeliveries(room);
    taken.add(one?.id ?? "");
    await systemDb().sql`update webhook_deliveries set due_at = created_at where id = ${one?.id ?? ""}`;
  }
  expect([...taken].sort()).toEqual([ids[0], ids[2]].sort());
  await makeAllDue();
});
