import { expect } from "vitest";
import { systemDb } from "@/lib/db/client";

/** Resolves when exactly this number of statements of the test's database wait for a lock. */
export const untilWaitingForLock = (statements: number): Promise<void> =>
  expect
    .poll(async () => {
      const [waiting] = await systemDb().sql<{ count: number }[]>`
        select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`;
      return waiting?.count;
    })
    .toBe(statements);
