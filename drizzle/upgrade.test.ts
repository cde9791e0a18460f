/** Guarantee: the data of the release before is complete after an upgrade, which a running service of that release survives. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import { longRunningTx, systemDb } from "@/lib/db/client";
import { indexNextTransactions } from "@/lib/payment-search";
import { verifyTotals } from "@/lib/reconciliation";
import { loginsOf } from "@/lib/testing/cluster";
import { onDatabase, useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { migrate } from "./migrate";

/** The last migration of the release before, from which an upgrade must work while that release serves. */
const RELEASE_BEFORE = "0011_request_log";
const PAYMENTS = 100;

vi.setConfig({ testTimeout: 60_000 });
const template = useTestDatabase();
const ours = `upgrade_${process.pid}`;
const urlOf = (url: string) => Object.assign(new URL(url), { pathname: `/${ours}` }).href;
const addresses = () => loginsOf(urlOf(template.ownerUrl), urlOf(template.url));
let released: string;

interface Journal {
  entries: { tag: string }[];
}

/** Copies the migrations up to the release before. */
beforeAll(() => {
  released = mkdtempSync(path.join(os.tmpdir(), "takings-released-"));
  mkdirSync(path.join(released, "meta"));
  const journal: Journal = JSON.parse(readFileSync("drizzle/migrations/meta/_journal.json", "utf8"));
  const last = journal.entries.findIndex(({ tag }) => tag === RELEASE_BEFORE);
  expect(last).toBeGreaterThan(0);
  const entries = journal.entries.slice(0, last + 1);
  writeFileSync(path.join(released, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) cpSync(`drizzle/migrations/${tag}.sql`, path.join(released, `${tag}.sql`));
});
afterAll(() => rmSync(released, { recursive: true, force: true }));

async function withOwner<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

beforeEach(async () => {
  await withOwner(template.ownerUrl, (sql) => sql.unsafe(`create database ${ours}`));
  await migrate(addresses(), released);
});
afterEach(() => withOwner(template.ownerUrl, (sql) => sql.unsafe(`drop database ${ours} with (force)`)));

const onUpgraded = <T>(work: () => Promise<T>) =>
  onDatabase({ url: urlOf(template.url), ownerUrl: urlOf(template.ownerUrl) }, work);

/**
 * Opens a session on the tables of the release before. Today's INSERT names also the columns that `sessions` has since, so they
 * exist meanwhile.
 */
async function openReleasedSession() {
  const alter = (changes: string) =>
    withOwner(addresses().ownerUrl, (sql) => sql.unsafe(`alter table sessions ${changes}`));
  await alter("add archived_at timestamptz, add details_version integer not null default 0");
  const session = await openTestSession("test", "https://hooks.example.com/takings");
  await alter("drop archived_at, drop details_version");
  return session;
}

/** The columns of all tables, and whether a row can be inserted that does not name one. */
const readColumns = () =>
  withOwner(addresses().ownerUrl, async (sql) => {
    const rows = await sql<{ name: string; type: string; isOptional: boolean }[]>`
      select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull or a.atthasdef or a.attidentity <> '' as "isOptional"
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`;
    return new Map(rows.map((row) => [row.name, row]));
  });

test("a database of the release before has all its payments afterwards, and takes further ones", async () => {
  const { sessionId, account } = await onUpgraded(async () => {
    const session = await openReleasedSession();
    await longRunningTx((db) => fillSession(db, { sessionId: session.sessionId, count: PAYMENTS }));
    while ((await indexNextTransactions(session.sessionId)) > 0);
    return session;
  });
  await migrate(addresses());
  await onUpgraded(async () => {
    expect((await verifyTotals({})).differences).toEqual([]);
    await recordCredit(createIncomingCredit({ account }));
    while ((await indexNextTransactions(sessionId)) > 0);
    const [row] = await systemDb().sql<{ count: number }[]>`select count(*)::int as count from transactions`;
    expect(row?.count).toBe(PAYMENTS + 1);
    expect((await verifyTotals({})).differences).toEqual([]);
  });
});

/** The file of a table's rows on the server's disk, and the range of its partition; undefined if it does not exist. */
const readTable = (name: string) =>
  withOwner(addresses().ownerUrl, async (owner) => {
    const [row] = await owner<{ file: string; range: string | null }[]>`
      select pg_relation_filepath(oid) as file, pg_get_expr(relpartbound, oid) as range from pg_class
      where oid = to_regclass(${name})`;
    return row;
  });

test("the attempts of the release before are the first partition, and are not copied", async () => {
  const sessionId = await onUpgraded(async () => {
    const session = await openReleasedSession();
    await longRunningTx((db) => fillSession(db, { sessionId: session.sessionId, count: PAYMENTS }));
    return session.sessionId;
  });
  const before = await readTable("webhook_attempts");
  // A connection of the release before, which is open during the upgrade and has prepared its statement.
  await withOwner(addresses().ownerUrl, async (service) => {
    const write = () => service`delete from webhook_attempts where session_id = ${sessionId}`;
    await write();
    await migrate(addresses());
    await write();
  });
  const after = await readTable("webhook_attempt_months.earlier");
  expect(after?.file).toBe(before?.file);
  expect(after?.range).toMatch(/^FOR VALUES FROM \(MINVALUE\) TO \('evt_01\w{8}'\)$/);
  await onUpgraded(async () => {
    const { sql } = systemDb();
    for (const days of [0, 70])
      await sql`
        insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status)
        select session_id, ${newId("delivery", Date.now() + days * 86_400_000)}, 1, organisation_id, mode, now(), 20, 200
        from webhook_attempts where session_id = ${sessionId} limit 1`;
    const [row] = await sql<{ count: number; partitions: number }[]>`
      select count(*)::int as count, count(distinct tableoid)::int as partitions from webhook_attempts`;
    expect(row).toEqual({ count: PAYMENTS + 2, partitions: 2 });
  });
});

test("an attempt of a later month, made by a clock that was ahead, does not stop an upgrade", async () => {
  const late = newId("delivery", Date.now() + 400 * 86_400_000);
  await onUpgraded(async () => {
    const { sessionId } = await openReleasedSession();
    await systemDb().sql`
      insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms)
      select session_id, ${late}, 1, organisation_id, mode, now(), 20 from sessions where session_id = ${sessionId}`;
  });
  await migrate(addresses());
  expect((await readTable("webhook_attempt_months.earlier"))?.range).toContain("TO ('evt_zz')");
  await onUpgraded(async () => {
    expect(await systemDb().sql`select from webhook_attempts where delivery_id = ${late}`).toHaveLength(1);
  });
});

test("every table and column of the release before remains, and its inserts need no new column", async () => {
  const before = await readColumns();
  await migrate(addresses());
  const after = await readColumns();
  const changed = [...before.values()].filter(({ name, type }) => after.get(name)?.type !== type);
  expect(changed).toEqual([]);
  const tables = new Set([...before.keys()].map((name) => name.split(".")[0]));
  const demanded = [...after.values()].filter(
    ({ name, isOptional }) =>
      tables.has(name.split(".")[0]) && !isOptional && (before.get(name)?.isOptional ?? true),
  );
  expect(demanded).toEqual([]);
});

test("a migration that meets a locked table lets the service go on, and is repeated until the table is free", async () => {
  await withOwner(addresses().ownerUrl, async (holder) => {
    let isMigrated = false;
    let slowestMs = 0;
    const migration = holder.begin(async (locked) => {
      // A long read of the running service, as of a backup.
      await locked`lock table bank_notifications in access share mode`;
      const running = migrate(addresses()).then(() => {
        isMigrated = true;
      });
      await withOwner(addresses().ownerUrl, async (service) => {
        for (let until = performance.now() + 2_500; performance.now() < until; await sleep(20)) {
          const startedAt = performance.now();
          await service`select from bank_notifications limit 1`;
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        }
      });
      expect(isMigrated).toBe(false);
      return { running };
    });
    await (await migration).running;
    expect(isMigrated).toBe(true);
    expect(slowestMs).toBeLessThan(1_900);
  });
  expect((await readColumns()).has("bank_notifications.erased_digest")).toBe(true);
});

test("an index of a table that exists is created while rows are written, and a killed attempt's is replaced", async () => {
  const index = "webhook_deliveries_subject_session";
  // A killed attempt leaves an index that is not valid.
  await withOwner(addresses().ownerUrl, (holder) =>
    holder.begin(async (writing) => {
      await writing`lock table webhook_deliveries in row exclusive mode`;
      await withOwner(addresses().ownerUrl, async (killed) => {
        await killed`set statement_timeout = 200`;
        const building = killed.unsafe(
          `create index concurrently ${index} on webhook_deliveries (session_id)`,
        );
        await expect(building).rejects.toThrow("statement timeout");
      });
    }),
  );
  await withOwner(addresses().ownerUrl, async (holder) => {
    let slowestMs = 0;
    const running = await holder.begin(async (writing) => {
      await writing`lock table webhook_deliveries in row exclusive mode`;
      // Two processes start at the same time.
      const migration = Promise.all([migrate(addresses()), migrate(addresses())]);
      await withOwner(addresses().ownerUrl, async (service) => {
        for (let until = performance.now() + 1_500; performance.now() < until; await sleep(20)) {
          const startedAt = performance.now();
          await service`delete from webhook_deliveries where false`;
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        }
      });
      return { migration };
    });
    await running.migration;
    expect(slowestMs).toBeLessThan(900);
  });
  const [row] = await withOwner(
    addresses().ownerUrl,
    (owner) => owner<{ isValid: boolean; definition: string }[]>`
      select indisvalid as "isValid", pg_get_indexdef(indexrelid) as definition from pg_index
      where indexrelid = ${`public.${index}`}::regclass`,
  );
  expect(row?.isValid).toBe(true);
  expect(row?.definition).toContain("WHERE (subject_id IS NOT NULL)");
});
