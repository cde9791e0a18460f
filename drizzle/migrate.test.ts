import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/assert";
import { deriveSystemUrl } from "@/lib/db/addresses";
import { loginsOf } from "@/lib/testing/cluster";
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

const addresses = () => loginsOf(on(template.ownerUrl, name), on(template.url, name));

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

const NOT_ALLOWED = { code: "42501" };

test("each login acts as its own role and cannot become the other, the owner or a stranger", async () => {
  await migrate(addresses());
  const { applicationUrl, system } = addresses();
  for (const [url, own, other] of [
    [applicationUrl, "takings_app", "takings_system"],
    [system.url, "takings_system", "takings_app"],
  ] as const) {
    expect(await ask(url, `set role ${own}; select 1`)).toHaveLength(2);
    const login = decodeURIComponent(new URL(url).username);
    const otherLogin = decodeURIComponent(
      new URL(own === "takings_app" ? system.url : applicationUrl).username,
    );
    for (const role of [other, otherLogin, "takings_owner", "pg_read_all_data"]) {
      await expect(ask(url, `set role ${role}`), `${login} as ${role}`).rejects.toMatchObject(NOT_ALLOWED);
      await expect(ask(url, `set role ${own}; set role ${role}`), `${own} as ${role}`).rejects.toMatchObject(
        NOT_ALLOWED,
      );
      await expect(ask(url, `set session authorization ${role}`)).rejects.toMatchObject(NOT_ALLOWED);
    }
    await expect(ask(url, `grant ${other} to ${login}`)).rejects.toMatchObject(NOT_ALLOWED);
    // By itself, before it says as whom it acts, a login reads nothing.
    await expect(ask(url, "select from organisations")).rejects.toMatchObject(NOT_ALLOWED);
  }
});

test("no role passes row-level security by", async () => {
  await migrate(addresses());
  const passing = "select rolname from pg_roles where rolname like 'takings%' and (rolsuper or rolbypassrls)";
  expect(await ask(addresses().ownerUrl, passing)).toEqual([]);
});

test("logins that are not there are made, and one that could act as both roles loses the other", async () => {
  const mark = randomBytes(4).toString("hex");
  const login = (suffix: string) => {
    const url = new URL(addresses().applicationUrl);
    url.username = `login_${mark}${suffix}`;
    url.password = "a password with 'quotes' & ünïcode";
    return url.href;
  };
  const { ownerUrl } = addresses();
  try {
    // As an earlier version left it: one login for both.
    await ask(ownerUrl, `create role login_${mark} login noinherit password '${"p".repeat(20)}'`);
    const before = new URL(login(""));
    before.password = "p".repeat(20);
    await migrate({ ownerUrl, applicationUrl: before.href });
    expect(await ask(before.href, "set role takings_system; select 1")).toHaveLength(2);
    const url = assertDefined(deriveSystemUrl(before.href, ownerUrl), "the owner has a password");
    for (let turn = 0; turn < 2; turn++)
      await migrate({ ownerUrl, applicationUrl: before.href, system: { url, isOurs: true } });
    await expect(ask(before.href, "set role takings_system")).rejects.toMatchObject(NOT_ALLOWED);
    expect(await ask(url, "set role takings_system; select 1")).toHaveLength(2);

    const given = { ownerUrl, applicationUrl: login("_app"), system: { url: login("_sys"), isOurs: false } };
    await migrate(given);
    expect(await ask(given.applicationUrl, "set role takings_app; select 1")).toHaveLength(2);
    expect(await ask(given.system.url, "set role takings_system; select 1")).toHaveLength(2);
  } finally {
    for (const suffix of ["", "_system_login", "_app", "_sys"])
      await ask(ownerUrl, `drop role if exists login_${mark}${suffix}`);
  }
});

test("the system login's password is set again where it is the migration's own, and never where it is an operator's", async () => {
  const { ownerUrl, applicationUrl } = addresses();
  const url = new URL(applicationUrl);
  url.username = `login_${randomBytes(4).toString("hex")}`;
  url.password = "first password";
  const withPassword = (password: string) => {
    url.password = password;
    return url.href;
  };
  try {
    await migrate({
      ownerUrl,
      applicationUrl,
      system: { url: withPassword("first password"), isOurs: true },
    });
    await expect(
      migrate({ ownerUrl, applicationUrl, system: { url: withPassword("second password"), isOurs: false } }),
    ).rejects.toMatchObject({ code: "28P01" });
    await migrate({
      ownerUrl,
      applicationUrl,
      system: { url: withPassword("second password"), isOurs: true },
    });
    expect(await ask(withPassword("second password"), "set role takings_system; select 1")).toHaveLength(2);
  } finally {
    await ask(ownerUrl, `drop role if exists ${url.username}`);
  }
});

test("a login that is given the other's role by other means is refused", async () => {
  const { ownerUrl, applicationUrl, system } = addresses();
  await expect(
    migrate({ ownerUrl, applicationUrl, system: { url: ownerUrl, isOurs: false } }),
  ).rejects.toThrow(/login takings_owner can act as takings_app/);
  await migrate({ ownerUrl, applicationUrl, system });
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
