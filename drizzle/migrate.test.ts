import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { poolLoginUrl } from "@/lib/core/settings/session-settings";
import { deriveSystemUrl } from "@/lib/database-urls";
import { loginsOf } from "@/lib/testing/cluster";
import { useTestDatabase } from "@/lib/testing/database";
import { migrate } from "./migrate";

const template = useTestDatabase();
let name: string;

/** Returns the URL of the same login for another database. */
function on(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function query(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

beforeEach(async () => {
  name = `empty_${randomBytes(6).toString("hex")}`;
  await query(on(template.ownerUrl, "postgres"), `create database ${name}`);
});
afterEach(() => query(on(template.ownerUrl, "postgres"), `drop database ${name} with (force)`));

const addresses = () => loginsOf(on(template.ownerUrl, name), on(template.url, name));

test("concurrent migrations of an empty database run every migration once", async () => {
  await Promise.all([migrate(addresses()), migrate(addresses()), migrate(addresses())]);
  const counts =
    "select count(*)::int as ran, count(distinct hash)::int as different from drizzle.__drizzle_migrations";
  const [row] = await query(addresses().ownerUrl, counts);
  expect(row?.ran).toBeGreaterThan(0);
  expect(row?.ran).toBe(row?.different);
});

test("a second migration succeeds without changes", async () => {
  await migrate(addresses());
  await migrate(addresses());
  const [row] = await query(
    addresses().ownerUrl,
    "select count(*)::int as tables from pg_tables where schemaname = 'public'",
  );
  expect(row?.tables).toBeGreaterThan(0);
});

const NOT_ALLOWED = { code: "42501" };

test("each login can use only its own role", async () => {
  await migrate(addresses());
  const { applicationUrl, system } = addresses();
  for (const [url, own, other] of [
    [applicationUrl, "takings_app", "takings_system"],
    [system.url, "takings_system", "takings_app"],
  ] as const) {
    expect(await query(url, `set role ${own}; select 1`)).toHaveLength(2);
    const login = decodeURIComponent(new URL(url).username);
    const otherLogin = decodeURIComponent(
      new URL(own === "takings_app" ? system.url : applicationUrl).username,
    );
    for (const role of [other, otherLogin, "takings_owner", "pg_read_all_data"]) {
      await expect(query(url, `set role ${role}`), `${login} as ${role}`).rejects.toMatchObject(NOT_ALLOWED);
      await expect(
        query(url, `set role ${own}; set role ${role}`),
        `${own} as ${role}`,
      ).rejects.toMatchObject(NOT_ALLOWED);
      await expect(query(url, `set session authorization ${role}`)).rejects.toMatchObject(NOT_ALLOWED);
    }
    await expect(query(url, `grant ${other} to ${login}`)).rejects.toMatchObject(NOT_ALLOWED);
    // Without SET ROLE, a login can read nothing.
    await expect(query(url, "select from organisations")).rejects.toMatchObject(NOT_ALLOWED);
  }
});

test("no role can bypass row-level security", async () => {
  await migrate(addresses());
  const passing = "select rolname from pg_roles where rolname like 'takings%' and (rolsuper or rolbypassrls)";
  expect(await query(addresses().ownerUrl, passing)).toEqual([]);
});

test("missing logins are created, and a login with both roles loses the system role", async () => {
  const mark = randomBytes(4).toString("hex");
  const login = (suffix: string) => {
    const url = new URL(addresses().applicationUrl);
    url.username = `login_${mark}${suffix}`;
    url.password = "a password with 'quotes' & ünïcode";
    return url.href;
  };
  const { ownerUrl } = addresses();
  try {
    // As in an earlier version: one login for both roles.
    await query(ownerUrl, `create role login_${mark} login noinherit password '${"p".repeat(20)}'`);
    const before = new URL(login(""));
    before.password = "p".repeat(20);
    await migrate({ ownerUrl, applicationUrl: before.href });
    expect(await query(before.href, "set role takings_system; select 1")).toHaveLength(2);
    const url = assertDefined(deriveSystemUrl(before.href, ownerUrl), "the owner has a password");
    for (let turn = 0; turn < 2; turn++)
      await migrate({ ownerUrl, applicationUrl: before.href, system: { url, isOurs: true } });
    await expect(query(before.href, "set role takings_system")).rejects.toMatchObject(NOT_ALLOWED);
    expect(await query(url, "set role takings_system; select 1")).toHaveLength(2);

    const given = { ownerUrl, applicationUrl: login("_app"), system: { url: login("_sys"), isOurs: false } };
    await migrate(given);
    expect(await query(given.applicationUrl, "set role takings_app; select 1")).toHaveLength(2);
    expect(await query(given.system.url, "set role takings_system; select 1")).toHaveLength(2);
  } finally {
    for (const suffix of ["", "_system_login", "_app", "_sys"])
      await query(ownerUrl, `drop role if exists login_${mark}${suffix}`);
  }
});

test("the password of a system login is updated only if the migration manages that login", async () => {
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
    expect(await query(withPassword("second password"), "set role takings_system; select 1")).toHaveLength(2);
  } finally {
    await query(ownerUrl, `drop role if exists ${url.username}`);
  }
});

test("a system login that can also act as the application role is refused", async () => {
  const { ownerUrl, applicationUrl, system } = addresses();
  await expect(
    migrate({ ownerUrl, applicationUrl, system: { url: ownerUrl, isOurs: false } }),
  ).rejects.toThrow(/login takings_owner can act as takings_app/);
  await migrate({ ownerUrl, applicationUrl, system });
});

test("one login can be both owner and application", async () => {
  const { ownerUrl } = addresses();
  await migrate({ ownerUrl, applicationUrl: ownerUrl });
  expect(await query(ownerUrl, "set role takings_system; select 1")).toHaveLength(2);
});

test("a failed migration reports the database's error", async () => {
  await query(addresses().ownerUrl, "create table public.organisations (id int)");
  await expect(migrate(addresses())).rejects.toThrow(
    /could not be brought up to date: .*"organisations" already exists/,
  );
});

test("behind a pooler each login has its role, time limits and planner settings without setting them, also after a repeat", async () => {
  const { system, ...others } = addresses();
  for (const _ of [1, 2]) await migrate({ ...others, system, hasPooler: true });
  const show = async (url: string) => {
    const names = ["role", "statement_timeout", "TimeZone", "lock_timeout", "enable_sort"];
    const columns = names.map((one) => `current_setting('${one}') as "${one}"`).join(", ");
    const [row] = await query(url, `select current_user as user, ${columns}`);
    return Object.values(row ?? {}).join(" ");
  };
  const limits = "6s UTC";
  expect(await show(others.applicationUrl)).toBe(`takings_app takings_app ${limits} 0 on`);
  const shown = await Promise.all(
    (["plain", "byIndex", "shortLockWait"] as const).map((kind) => show(poolLoginUrl(system.url, kind))),
  );
  expect(shown).toEqual(
    ["0 on", "0 off", "50ms on"].map((rest) => `takings_system takings_system ${limits} ${rest}`),
  );
});
