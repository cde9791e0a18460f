import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { migrationsUpTo } from "@/lib/testing/migrations";
import { endpointId } from "@/lib/webhooks";
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

test("events that wait when where they go moves to a table of its own still go there", async () => {
  const { ownerUrl } = addresses();
  await migrate(addresses(), migrationsUpTo("0000_the_books_open"));
  const url = "https://tickets.example/hook?é=ọ";
  const at = "'2026-11-20T10:00:00Z'";
  await ask(
    ownerUrl,
    `set role takings_system;
    insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, webhook_url, webhook_origin,
      terminal_fragment, created_at)
    values ('ses_1', 'org_1', 'test', 'e', 'n', 'NGN', '${url}', 'https://tickets.example', '1', ${at}),
      ('ses_2', 'org_1', 'test', 'e', 'n', 'NGN', '${url}', 'https://tickets.example', '2', ${at}),
      ('ses_3', 'org_1', 'test', 'e', 'n', 'NGN', null, null, '3', ${at});
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, url, origin, body,
      due_at, created_at)
    values ('ses_2', 'evt_1', 'org_1', 'test', 'txn_1', 'successful', '${url}', 'https://tickets.example', '{}', ${at}, ${at})`,
  );
  await migrate(addresses());
  const rows = await ask(
    ownerUrl,
    `set role takings_system;
    select session_id, d.endpoint_id = e.id as same, e.url, e.origin, e.health, e.id from sessions s
    left join endpoints e on e.id = s.endpoint_id left join deliveries d using (session_id) order by 1`,
  );
  const endpoint = { url, origin: "https://tickets.example", health: "healthy" };
  const id = endpointId({ organisationId: "org_1", mode: "test" }, url);
  expect(rows.flat().slice(-3)).toEqual([
    { session_id: "ses_1", same: null, ...endpoint, id },
    { session_id: "ses_2", same: true, ...endpoint, id },
    { session_id: "ses_3", same: null, url: null, origin: null, health: null, id: null },
  ]);
  const walls = await ask(ownerUrl, "select count(*)::int as hidden from deliveries");
  expect(walls).toEqual([{ hidden: 0 }]);
});
