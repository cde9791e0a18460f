import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { migrate } from "./migrate";

const template = useTestDatabase();
let name: string;

/** The same login's address of another database. */
function on(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function ask(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

beforeEach(async () => {
  name = `empty_${randomBytes(6).toString("hex")}`;
  await ask(on(template.ownerUrl, "postgres"), `create database ${name}`);
});
afterEach(() => ask(on(template.ownerUrl, "postgres"), `drop database ${name} with (force)`));

const addresses = () => ({ ownerUrl: on(template.ownerUrl, name), applicationUrl: on(template.url, name) });

test("processes that migrate an empty database at once run every migration once", async () => {
  await Promise.all([migrate(addresses()), migrate(addresses()), migrate(addresses())]);
  const counts =
    "select count(*)::int as ran, count(distinct hash)::int as different from drizzle.__drizzle_migrations";
  const [row] = await ask(addresses().ownerUrl, counts);
  expect(row?.ran).toBeGreaterThan(0);
  expect(row?.ran).toBe(row?.different);
});

test("a migrated database is left as it is", async () => {
  await migrate(addresses());
  await migrate(addresses());
  const [row] = await ask(
    addresses().ownerUrl,
    "select count(*)::int as tables from pg_tables where schemaname = 'public'",
  );
  expect(row?.tables).toBeGreaterThan(0);
});

test("the application's login may act as both roles, and neither passes row-level security by", async () => {
  await migrate(addresses());
  for (const role of ["takings_app", "takings_system"]) {
    expect(await ask(addresses().applicationUrl, `set role ${role}; select 1`)).toHaveLength(2);
  }
  const passing = "select rolname from pg_roles where rolname like 'takings%' and (rolsuper or rolbypassrls)";
  expect(await ask(addresses().ownerUrl, passing)).toEqual([]);
});

test("one login may be both owner and application", async () => {
  const { ownerUrl } = addresses();
  await migrate({ ownerUrl, applicationUrl: ownerUrl });
  expect(await ask(ownerUrl, "set role takings_system; select 1")).toHaveLength(2);
});

test("a migration that cannot run says what the database said", async () => {
  await ask(addresses().ownerUrl, "create table public.organisations (id int)");
  await expect(migrate(addresses())).rejects.toThrow(
    /could not be brought up to date: .*"organisations" already exists/,
  );
});
