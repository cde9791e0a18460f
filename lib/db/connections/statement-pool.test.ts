import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { systemDb } from "../client";
import { StatementPool } from "./statement-pool";

useTestDatabase();

test("concurrent statements spread over all connections, and a busy connection is skipped", async () => {
  const pool = new StatementPool(4, "plain");
  const taken = Array.from({ length: 4 }, () => pool.leastBusy());
  expect(new Set(taken).size).toBe(4);
  for (const connection of taken) connection.inFlight = 1;
  const [, , free] = taken;
  if (free) free.inFlight = 0;
  expect([pool.leastBusy(), pool.leastBusy()]).toEqual([free, free]);
  await pool.end(0);
});

test("a slow statement does not delay others", async () => {
  const { sql } = systemDb();
  let hasSlept = false;
  const slow = sql`select pg_sleep(1)`.then(() => {
    hasSlept = true;
  });
  for (let turn = 0; turn < 40; turn++) await sql`select 1`;
  expect(hasSlept).toBe(false);
  await slow;
});
