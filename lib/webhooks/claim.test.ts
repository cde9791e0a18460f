import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { type PlanNode, planIn, stepsOf } from "@/lib/testing/plan";
import { claimDueDeliveries, claimStatement, lookAhead } from "./claim";
import { makeDeliveries, makeOrganisation, passTime } from "./testing/deliveries";
import { throughIndexes } from "./through-indexes";

const database = useTestDatabase();

const ENDPOINTS = 60;
const WAITING = 20_000;
const DELIVERED = 200_000;
const url = (index: number) => `http://127.0.0.1:${9_000 + index}/hook`;

/** What has been read of a table of events, by a plan that was run. */
const rowsOf = (step: PlanNode) =>
  ((step["Actual Rows"] ?? 0) + (step["Rows Removed by Filter"] ?? 0)) * (step["Actual Loops"] ?? 0);

beforeAll(async () => {
  const organisation = await makeOrganisation();
  for (let index = 0; index < ENDPOINTS; index++) {
    await makeDeliveries({ ...organisation, url: url(index), count: Math.ceil(WAITING / ENDPOINTS) });
  }
  await systemDb().sql`
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body,
      state, due_at, created_at)
    select 'ses_' || n % 1000, 'evt_' || n, organisation_id, 'test', 'txn_' || n, 'successful', endpoint_id, '{}',
      'delivered', created_at, created_at
    from (select * from deliveries order by id limit 1) one, generate_series(1, ${DELIVERED}) n`;
}, 60_000);

async function expectShortReads(): Promise<void> {
  const share = { limit: 200, lanes: [] };
  const plan = await throughIndexes((db) => planIn(db, claimStatement(db, share), true));
  const steps = stepsOf(plan).filter((step) => step["Relation Name"] === "deliveries");
  expect(steps.length).toBeGreaterThan(4);
  expect(steps.filter((step) => step["Node Type"] === "Seq Scan")).toEqual([]);
  // An endpoint: one step of the walk, and four events looked at; then what is claimed, locked and leased.
  const read = steps.reduce((sum, step) => sum + rowsOf(step), 0);
  expect(read).toBeLessThan(ENDPOINTS * (1 + 4) + 3 * share.limit + 50);
  const sorted = stepsOf(plan).filter((step) => step["Node Type"].includes("Sort"));
  expect(Math.max(...sorted.map(rowsOf))).toBeLessThanOrEqual(ENDPOINTS * 4);
}

test("a claim from a backlog that no statistics know of reads no more than it may take", expectShortReads);

test("with statistics it reads no more either", async () => {
  const owner = postgres(database.ownerUrl, { max: 1 });
  await owner`analyze deliveries`;
  await owner`analyze endpoints`;
  await owner.end();
  await expectShortReads();
});

test("a claim gives each origin its share, from both ends of what is due, and never one event twice", async () => {
  const claimed = await claimDueDeliveries({ limit: 100, lanes: [] });
  expect(claimed).toHaveLength(100);
  const shares = new Map<string, number>();
  for (const { origin } of claimed) shares.set(origin, (shares.get(origin) ?? 0) + 1);
  expect(shares.size).toBe(ENDPOINTS);
  expect(Math.max(...shares.values())).toBe(2);
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(100);
  const again = await claimDueDeliveries({ limit: 1_000, lanes: [] });
  expect(again).toHaveLength(ENDPOINTS * 4);
  expect(again.filter(({ id }) => claimed.some((one) => one.id === id))).toEqual([]);
});

test("an origin gets what room it has left, and none where it is full", async () => {
  const [first, second] = [new URL(url(0)).origin, new URL(url(1)).origin];
  const lanes = [
    { origin: first, room: 9, busy: 1 },
    { origin: second, room: 0, busy: 4 },
  ];
  const claimed = await claimDueDeliveries({ limit: 1_000, lanes });
  expect(claimed.filter(({ origin }) => origin === first)).toHaveLength(9);
  expect(claimed.filter(({ origin }) => origin === second)).toHaveLength(0);
});

test("what waits for room at a full origin is told apart from what may go", async () => {
  const origins = Array.from({ length: ENDPOINTS }, (_, index) => new URL(url(index)).origin);
  expect(await lookAhead(origins)).toEqual({ waitMs: null, isHeldUp: true });
  const outlook = await lookAhead(origins.slice(1));
  expect(outlook).toMatchObject({ waitMs: expect.any(Number), isHeldUp: true });
  expect(outlook.waitMs).toBeLessThanOrEqual(0);
});

test("the oldest and the newest events of a backlog go before those between", async () => {
  const organisation = await makeOrganisation();
  await systemDb().sql`delete from deliveries`;
  const ids: string[] = [];
  for (let index = 0; index < 10; index++) {
    ids.push(...(await makeDeliveries({ ...organisation, url: url(0), dueInMs: index * 10 - 1_000 })));
  }
  const claimed = await claimDueDeliveries({ limit: 10, lanes: [] });
  expect(claimed.map(({ id }) => id).sort()).toEqual([...ids.slice(0, 2), ...ids.slice(-2)].sort());
});

test("a single place goes to the longest due event or to the newest, by chance", async () => {
  const organisation = await makeOrganisation();
  await systemDb().sql`delete from deliveries`;
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    ids.push(...(await makeDeliveries({ ...organisation, url: url(0), dueInMs: index * 10 - 1_000 })));
  }
  const lanes = [{ origin: new URL(url(0)).origin, room: 1, busy: 3 }];
  const taken = new Set<string>();
  for (let turn = 0; turn < 40; turn++) {
    const [one] = await claimDueDeliveries({ limit: 10, lanes });
    taken.add(one?.id ?? "");
    await systemDb().sql`update deliveries set due_at = created_at where id = ${one?.id ?? ""}`;
  }
  expect([...taken].sort()).toEqual([ids[0], ids[2]].sort());
  await passTime();
});
