import { expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { longRunningTx, systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { eraseNotifications } from "./erase-notifications";

useTestDatabase();

test("erasing a few notifications reads only their transactions, however many there are", async () => {
  const { sessionId } = await openTestSession("test", "https://hooks.example.com/takings");
  await longRunningTx((db) => fillSession(db, { sessionId, count: 10_000 }));
  const notifications = await systemDb().sql<{ id: Id<"notification"> }[]>`
    select id from bank_notifications order by id limit 50`;
  const ids = notifications.map(({ id }) => id);
  const { erased, readCount } = await systemTx(async (db) => ({
    erased: await eraseNotifications(db, ids),
    readCount: (
      await db.sql<{ count: number }[]>`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'transactions'`
    )[0]?.count,
  }));
  expect(erased).toBe(50);
  expect(readCount).toBeGreaterThanOrEqual(50);
  expect(readCount).toBeLessThan(1_000);
});
