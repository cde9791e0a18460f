/**
 * Guarantees: whatever went down a connection before, it shows the rows of the organisation it works for, and no others;
 * and work that starts as connections end, idle or old, is done on another.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { asOrganisation, asOrganisationTx } from "./client";
import { TransactionPool } from "./transaction-pool";

useTestDatabase();

const [one, other] = [newId("organisation"), newId("organisation")];

/** Whose rows a connection shows while it works for an organisation. */
const shownTo = (organisation: Id<"organisation">) =>
  asOrganisation(organisation, async ({ sql }) => {
    const [row] = await sql<{ shown: string }[]>`select current_setting('takings.organisation') as shown`;
    return row?.shown;
  });
const failAtOnce = (organisation: Id<"organisation">) =>
  expect(asOrganisation(organisation, () => Promise.reject(new Error("at once")))).rejects.toThrow("at once");

test("a connection that goes from one organisation to another and back shows each its own", async () => {
  for (const organisation of [one, one, other, one, other, other])
    expect(await shownTo(organisation)).toBe(organisation);
});

test("a SQL transaction of another organisation, kept or undone, leaves no trace on it", async () => {
  expect(await shownTo(one)).toBe(one);
  await asOrganisationTx(other, ({ sql }) => sql`select 1`);
  expect(await shownTo(one)).toBe(one);
  const undone = asOrganisationTx(other, () => Promise.reject(new Error("undone")));
  await expect(undone).rejects.toThrow("undone");
  expect(await shownTo(one)).toBe(one);
});

test("work that fails before it has sent a statement leaves none either", async () => {
  for (let turn = 0; turn < 20; turn++) {
    await failAtOnce(one);
    await failAtOnce(other);
    expect(await shownTo(one)).toBe(one);
  }
});

/** Twenty pieces of work at once, of two statements each. */
const workOn = (lines: TransactionPool) =>
  Promise.all(
    Array.from({ length: 20 }, () =>
      lines.use(
        () => undefined,
        async ({ sql }) => {
          await sql`select 1`;
          await sql`select 2`;
        },
      ),
    ),
  );

test("connections that nothing uses are ended, and work that starts meanwhile is done", async () => {
  const lines = new TransactionPool("takings_app", 5, {}, { idleMs: 40, maxAgeMs: 60_000 });
  for (let turn = 0; turn < 40; turn++) {
    await workOn(lines);
    await sleep(30 + (turn % 25));
  }
  expect(lines.count).toBeLessThanOrEqual(5);
  await expect.poll(() => lines.count).toBe(0);
  await workOn(lines);
  await lines.end(1_000);
});

test("a connection is used to its age and not beyond, never ended between two statements", async () => {
  const lines = new TransactionPool("takings_app", 5, {}, { idleMs: 60_000, maxAgeMs: 20 });
  const backends = new Set<number>();
  const pidOf = () =>
    lines.use(
      () => undefined,
      async ({ sql }) => {
        const [first] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await sleep(30);
        const [second] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        expect(second).toEqual(first);
        backends.add(first?.pid ?? 0);
      },
    );
  for (let turn = 0; turn < 3; turn++) await pidOf();
  expect(backends.size).toBe(3);
  await lines.end(1_000);
});
