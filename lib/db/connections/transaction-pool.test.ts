/**
 * Guarantees: a reused connection accesses only the rows of its current organisation; work that starts while
 * connections are closed, idle or old, runs on another one.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { asOrganisation, asOrganisationTx } from "../client";
import { TransactionPool } from "./transaction-pool";

useTestDatabase();

const [one, other] = [newId("organisation"), newId("organisation")];

/** Returns the organisation that is set on a connection during an organisation's work. */
const tenantDuring = (organisation: Id<"organisation">) =>
  asOrganisation(organisation, async ({ sql }) => {
    const [row] = await sql<{ tenant: string }[]>`select current_setting('takings.organisation') as tenant`;
    return row?.tenant;
  });
const failAtOnce = (organisation: Id<"organisation">) =>
  expect(asOrganisation(organisation, () => Promise.reject(new Error("at once")))).rejects.toThrow("at once");

test("a connection that switches between organisations always has the current one set", async () => {
  for (const organisation of [one, one, other, one, other, other])
    expect(await tenantDuring(organisation)).toBe(organisation);
});

test("a SQL transaction of another organisation, committed or rolled back, does not change the setting", async () => {
  expect(await tenantDuring(one)).toBe(one);
  await asOrganisationTx(other, ({ sql }) => sql`select 1`);
  expect(await tenantDuring(one)).toBe(one);
  const failed = asOrganisationTx(other, () => Promise.reject(new Error("failed")));
  await expect(failed).rejects.toThrow("failed");
  expect(await tenantDuring(one)).toBe(one);
});

test("work that fails before its first statement does not change the setting", async () => {
  for (let turn = 0; turn < 20; turn++) {
    await failAtOnce(one);
    await failAtOnce(other);
    expect(await tenantDuring(one)).toBe(one);
  }
});

/** Runs twenty concurrent pieces of work of two statements each. */
const workOn = (pool: TransactionPool) =>
  Promise.all(
    Array.from({ length: 20 }, () =>
      pool.use(
        () => undefined,
        async ({ sql }) => {
          await sql`select 1`;
          await sql`select 2`;
        },
      ),
    ),
  );

test("idle connections are closed, and work that starts meanwhile succeeds", async () => {
  const pool = new TransactionPool("takings_app", 5, {}, { idleMs: 40, maxAgeMs: 60_000 });
  for (let turn = 0; turn < 40; turn++) {
    await workOn(pool);
    await sleep(30 + (turn % 25));
  }
  expect(pool.count).toBeLessThanOrEqual(5);
  await expect.poll(() => pool.count).toBe(0);
  await workOn(pool);
  await pool.end(1_000);
});

test("a connection is closed after its maximum age, never between two statements", async () => {
  const pool = new TransactionPool("takings_app", 5, {}, { idleMs: 60_000, maxAgeMs: 20 });
  const backends = new Set<number>();
  const recordPid = () =>
    pool.use(
      () => undefined,
      async ({ sql }) => {
        const [first] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await sleep(30);
        const [second] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        expect(second).toEqual(first);
        backends.add(first?.pid ?? 0);
      },
    );
  for (let turn = 0; turn < 3; turn++) await recordPid();
  expect(backends.size).toBe(3);
  await pool.end(1_000);
});
