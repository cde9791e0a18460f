import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { systemDb } from "./client";
import { StatementPool } from "./statement-pool";

useTestDatabase();

test("statements made together spread over all connections, and a busy one is passed over", async () => {
  const singles = new StatementPool(4);
  const taken = Array.from({ length: 4 }, () => singles.take());
  expect(new Set(taken).size).toBe(4);
  for (const single of taken) single.underWay = 1;
  const [, , free] = taken;
  if (free) free.underWay = 0;
  expect([singles.take(), singles.take()]).toEqual([free, free]);
  await singles.end(0);
});

test("a slow statement holds nobody up", async () => {
  const { sql } = systemDb();
  let hasSlept = false;
  const slow = sql`select pg_sleep(1)`.then(() => {
    hasSlept = true;
  });
  for (let turn = 0; turn < 40; turn++) await sql`select 1`;
  expect(hasSlept).toBe(false);
  await slow;
});
