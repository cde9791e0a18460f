import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/core/scope";
import { longRunningTx, systemDb, systemDbByIndex } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { plansOf } from "@/lib/testing/plan";
import { claimDueDeliveries, claimStatement, nextDue } from "./claim";
import { endpointId } from "./endpoint";
import { makeDeliveries, makeOrganisation, passTime, ROOM } from "./testing/deliveries";

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
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body,
      state, due_at, created_at)
    select 'ses_' || n % 1000, 'evt_' || n, organisation_id, 'test', 'txn_' || n, 'successful', endpoint_id, '{}',
      'delivered', created_at, created_at
    from (select * from deliveries order by id limit 1) one, generate_series(1, ${DELIVERED}) n`,
  );
}, 120_000);

async function expectShortReads(): Promise<void> {
  const [plan] = await plansOf(async () => claimStatement(systemDbByIndex(), ROOM));
  expect(plan?.statement).toContain("skip locked");
  expect(plan?.readWhole).not.toContain("deliveries");
  // An endpoint: one step of the walk and four events; no step goes through the backlog, let alone sorts it.
  expect(plan?.rowsTouched).toBeGreaterThanOrEqual(ENDPOINTS * 4);
  expect(plan?.rowsTouched).toBeLessThan(ENDPOINTS * 6);
}

test("a claim from a backlog that no statistics know of reads no more than it may take", expectShortReads);

test("with statistics it reads no more either", async () => {
  const owner = postgres(database.ownerUrl, { max: 1 });
  await owner`analyze deliveries`;
  await owner`analyze endpoints`;
  await owner.end();
  await expectShortReads();
});

test("a claim of final statuses reads one earlier event each, also of a session with a backlog", async () => {
  await longRunningTx(async ({ sql }) => {
    await sql`update deliveries set session_id = 'ses_crowded' where state = 'pending'`;
    await sql`
      insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id,
        body, state, attempt_count, due_at, created_at)
      select session_id, 'evt_first' || id, organisation_id, mode, transaction_id, 'pending', endpoint_id,
        body, 'delivered', 1, due_at, created_at
      from deliveries where state = 'pending'`;
  });
  await expectShortReads();
});

test("a claim gives each origin its share, from both ends of what is due, and never one event twice", async () => {
  const claimed = await claimDueDeliveries({ ...ROOM, slots: 100 });
  expect(claimed).toHaveLength(100);
  const shares = new Map<string, number>();
  for (const { origin } of claimed) shares.set(origin, (shares.get(origin) ?? 0) + 1);
  expect(shares.size).toBe(ENDPOINTS);
  expect(Math.max(...shares.values())).toBe(2);
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(100);
  const again = await claimDueDeliveries(ROOM);
  expect(again).toHaveLength(ENDPOINTS * 4);
  expect(again.filter(({ id }) => claimed.some((one) => one.id === id))).toEqual([]);
});

test("an endpoint and an origin get what room they have left, and none where they are full", async () => {
  const [wide, full, narrow] = [url(0), url(1), url(2)];
  const room = {
    slots: 512,
    endpoints: [
      { id: endpointId(scope, wide), room: 9 },
      { id: endpointId(scope, full), room: -3 },
    ],
    origins: [{ origin: new URL(narrow).origin, room: 1 }],
  };
  const claimed = await claimDueDeliveries(room);
  const countAt = (one: string) => claimed.filter((delivery) => delivery.url === one).length;
  expect([wide, full, narrow].map(countAt)).toEqual([9, 0, 1]);
});

test("what waits for room is told apart from what may go", async () => {
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => url(index));
  const endpoints = urls.slice(0, 30).map((one) => ({ id: endpointId(scope, one), room: 0 }));
  const origins = urls.slice(30).map((one) => ({ origin: new URL(one).origin, room: 0 }));
  expect(await nextDue({ slots: 512, endpoints, origins })).toEqual({ waitMs: null, isHeldUp: true });
  const outlook = await nextDue({ slots: 512, endpoints: endpoints.slice(1), origins });
  expect(outlook).toMatchObject({ waitMs: expect.any(Number), isHeldUp: true });
  expect(outlook.waitMs).toBeLessThanOrEqual(0);
});

test("endpoints of one origin take turns for its room", async () => {
  await systemDb().sql`delete from deliveries`;
  const organisation = await makeOrganisation();
  for (const path of ["a", "b", "c", "d"])
    await makeDeliveries({ ...organisation, url: `http://shared.test/${path}`, count: 20 });
  const claimed = await claimDueDeliveries({ ...ROOM, origins: [{ origin: "http://shared.test", room: 8 }] });
  expect(
    claimed
      .map((delivery) => delivery.url.slice(-1))
      .sort()
      .join(""),
  ).toBe("aabbccdd");
});

test("the oldest and the newest events of a backlog go before those between", async () => {
  const organisation = await makeOrganisation();
  await systemDb().sql`delete from deliveries`;
  const ids: string[] = [];
  for (let index = 0; index < 10; index++) {
    ids.push(...(await makeDeliveries({ ...organisation, url: url(0), dueInMs: index * 10 - 1_000 })));
  }
  const claimed = await claimDueDeliveries(ROOM);
  expect(claimed.map(({ id }) => id).sort()).toEqual([...ids.slice(0, 2), ...ids.slice(-2)].sort());
});

test("a single place goes to the longest due event or to the newest, by chance", async () => {
  const organisation = await makeOrganisation();
  await systemDb().sql`delete from deliveries`;
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    ids.push(...(await makeDeliveries({ ...organisation, url: url(0), dueInMs: index * 10 - 1_000 })));
  }
  const room = {
    ...ROOM,
    endpoints: [{ id: endpointId({ ...organisation, mode: "test" }, url(0)), room: 1 }],
  };
  const taken = new Set<string>();
  for (let turn = 0; turn < 40; turn++) {
    const [one] = await claimDueDeliveries(room);
    taken.add(one?.id ?? "");
    await systemDb().sql`update deliveries set due_at = created_at where id = ${one?.id ?? ""}`;
  }
  expect([...taken].sort()).toEqual([ids[0], ids[2]].sort());
  await passTime();
});
