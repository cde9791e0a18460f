/** Guarantee: an operation that PostgreSQL cancels because of a concurrent one is answered as one to be repeated. */
import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { type Db, systemTx } from "./client";

useTestDatabase();

const UNAVAILABLE = { code: "unavailable", headers: { "retry-after": "1" } };

test("one of two operations in a deadlock fails as unavailable, and the other one succeeds", async () => {
  const lock = ({ sql }: Db, key: number) => sql`select pg_advisory_xact_lock(${key}::bigint)`;
  const locked = new Set<number>();
  const run = (own: number, other: number) =>
    systemTx(async (db) => {
      await db.sql`set local lock_timeout = 0`;
      await lock(db, own);
      locked.add(own);
      await expect.poll(() => locked.size).toBe(2);
      await lock(db, other);
    });
  const results = await Promise.allSettled([run(0, 1), run(1, 0)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const reason: unknown = results.find((result) => result.status === "rejected")?.reason;
  expect(reason).toMatchObject({ ...UNAVAILABLE, internal: expect.stringMatching(/^40P01 /) });
});

test("an operation that could not be serialised with another fails as unavailable", async () => {
  const failed = systemTx(({ sql }) => sql`do $$ begin raise exception using errcode = '40001'; end $$`);
  await expect(failed).rejects.toMatchObject(UNAVAILABLE);
});
