import postgres from "postgres";
import { expect, test } from "vitest";
import { pingDatabase, systemTx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { useTestDatabase } from "./database";

const database = useTestDatabase();

test("a test file has its own migrated database, and the settings point to it", async () => {
  expect(env().databaseUrl).toBe(database.url);
  expect(await pingDatabase(2_000)).toBe(true);
  const [row] = await systemTx((db) => db.sql`select current_user as role, current_database() as name`);
  expect(row?.role).toBe("takings_system");
  expect(database.url.endsWith(`/${row?.name}`)).toBe(true);
});

test("the service's login owns no object in it", async () => {
  const sql = postgres(database.url, { max: 1 });
  try {
    const owned = await sql`select 1 from pg_class where relowner = current_user::regrole`;
    expect(owned).toHaveLength(0);
    await expect(sql`create table public.intruder (id int)`).rejects.toMatchObject({ code: "42501" });
  } finally {
    await sql.end();
  }
});
