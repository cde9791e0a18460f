/** Guarantee: a backup contains the complete database at one moment, and a restore recovers all of it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { loadSettings } from "@/lib/env";
import { findApiCaller } from "@/lib/organisations";
import { encryptionKeyId } from "@/lib/security/encryption";
import { signIn } from "@/lib/sign-ins";
import { connectAsOwner, useTestDatabase, withNewDatabase } from "@/lib/testing/database";
import { eventually } from "@/lib/testing/eventually";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { deliverDue, resumeSending, startSender, stopSender } from "@/lib/webhooks";
import { isSignedBy, startReceiver } from "@/lib/webhooks/testing/receiver";
import { createBackup, restoreBackup } from "./index";
import { countTransactions, readAllTables } from "./testing/content";
import { createFilledOrganisation, type Organisation } from "./testing/organisation";

process.env.WEBHOOK_TIMEOUT_MS = "3000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
const database = useTestDatabase();

const { signal } = new AbortController();
let parent: string;
let folder: string;
let ours: Organisation;

beforeAll(async () => {
  ours = await createFilledOrganisation("http://127.0.0.1:9/hook");
});
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), "takings-backup-"));
  folder = path.join(parent, "backup");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const asOwner = (statements: string, { ownerUrl } = database) =>
  connectAsOwner(ownerUrl, (sql) => sql.unsafe(statements));

test("a restored database has every row of every table, forced row-level security and matching totals", async () => {
  const backup = await createBackup({ folder, signal });
  const { service_state: _, ...before } = await readAllTables();
  // A table without rows would prove nothing.
  const empty = Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []));
  expect(empty).toEqual([]);
  await withNewDatabase(async () => {
    const restored = await restoreBackup({ folder, signal });
    const { service_state: state, ...after } = await readAllTables();
    expect(after).toEqual(before);
    expect(state).toHaveLength(1);
    expect(restored.differences).toEqual([]);
    expect(restored.sessions).toBeGreaterThanOrEqual(3);
    expect(restored.sums).toEqual(backup.sums);
    expect(new Set(backup.sums.map(({ status }) => status))).toEqual(
      new Set(["successful", "pending", "failed"]),
    );
    expect(restored).toMatchObject({ tables: backup.tables, rows: backup.rows, takenAt: backup.takenAt });
    const unforced = await systemDb().sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not (relrowsecurity and relforcerowsecurity)`;
    expect(unforced).toEqual([]);
  });
});

test("keys, passwords and signing secrets work in the copy, and each pending event is sent once after the pause", async () => {
  const receiver = await startReceiver();
  const theirs = await createFilledOrganisation(receiver.url);
  await createBackup({ folder, signal });
  await withNewDatabase(async () => {
    await restoreBackup({ folder, signal });
    receiver.received.length = 0;
    expect(await findApiCaller(theirs.apiKey)).toMatchObject({ organisationId: theirs.organisationId });
    const { email, password } = theirs;
    expect(await signIn({ email, password, address: "127.0.0.1", agent: "x" })).toMatchObject({
      actor: { email },
    });
    startSender();
    try {
      await recordCredit(createIncomingCredit({ account: theirs.account, paymentKey: "after the restore" }));
      expect(await deliverDue({ budgetMs: 3_000 })).toEqual({
        attempted: 0,
        delivered: 0,
        failed: 0,
        remaining: 0,
      });
      expect(receiver.received).toEqual([]);
      const waiting = await systemDb().sql<{ id: string }[]>`
        select id from webhook_deliveries
        where state = 'pending' and organisation_id = ${theirs.organisationId}`;
      expect(waiting.length).toBeGreaterThanOrEqual(2);
      await resumeSending({ skipBacklog: false });
      await eventually(async () => {
        const left = await systemDb().sql`
            select from webhook_deliveries
            where state = 'pending' and organisation_id = ${theirs.organisationId}`;
        expect(left).toHaveLength(0);
      }, 20_000);
      const sent = receiver.received.map(({ headers }) => String(headers["webhook-id"]));
      expect(sent.sort()).toEqual(waiting.map(({ id }) => id).sort());
      for (const one of receiver.received) expect(isSignedBy(one, [theirs.signingSecret])).toBe(true);
    } finally {
      await stopSender();
    }
  });
});

test("payments recorded during a backup are either completely in the copy or not at all", async () => {
  const pay = () => recordCredit(createIncomingCredit({ account: ours.account }));
  let isPaying = true;
  const payers = Array.from({ length: 8 }, async () => {
    while (isPaying) await pay();
  });
  const later: Promise<unknown>[] = [];
  const backup = await createBackup({ folder, signal, onTable: () => later.push(pay()) });
  isPaying = false;
  await Promise.all([...payers, ...later]);
  const now = await countTransactions(ours.organisationId);
  await withNewDatabase(async () => {
    const restored = await restoreBackup({ folder, signal });
    expect(restored.differences).toEqual([]);
    expect(restored.sums).toEqual(backup.sums);
    // Payments that began after the first table was copied are later than the snapshot.
    const then = await countTransactions(ours.organisationId);
    expect(now - then).toBeGreaterThanOrEqual(later.length);
  });
});

test("only its owner can read the folder and its files, and the manifest describes them", async () => {
  const backup = await createBackup({ folder, signal });
  const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(parent)).toEqual(["backup"]);
  const manifest = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    format: 1,
    taken_at: backup.takenAt.toISOString(),
    postgresql: expect.stringMatching(/^\d+/),
    migrations: expect.arrayContaining([{ tag: "0000_initial_schema", hash: expect.any(String) }]),
  });
  expect(manifest.migrations.at(-1).tag).toBe(backup.schemaVersion);
  expect(manifest.tables).toHaveLength(readdirSync(folder).length - 2);
  expect(readdirSync(folder)).not.toContain("secrets.json");
});

test("a backup contains neither the encryption key nor a plain-text secret", async () => {
  await createBackup({ folder, signal });
  const { encryptionKey } = loadSettings();
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(files.some((text) => text.includes(encryptionKeyId()))).toBe(true);
  for (const text of files) {
    expect(text).not.toContain(assertDefined(encryptionKey, "the settings have a key"));
    expect(text).not.toContain(ours.signingSecret);
    expect(text).not.toContain("whsec_");
  }
});

test("a new table is included automatically, with its sequence and without generated columns", async () => {
  const shape = `
    create table public.tickets (id bigint generated always as identity primary key, seat text,
      parent bigint references public.tickets (id), loud text generated always as (upper(seat)) stored);
    alter table public.tickets enable row level security;
    alter table public.tickets force row level security;
    create policy whole_house on public.tickets to takings_system using (true) with check (true);
    grant select, insert on public.tickets to takings_system;
    grant usage, select on all sequences in schema public to takings_system;`;
  await asOwner(shape);
  try {
    await systemDb().sql`insert into tickets (seat, parent) values ('a', 2), ('b', 1), ('c', null)`;
    await createBackup({ folder, signal });
    await withNewDatabase(async (copy) => {
      await asOwner(shape, copy);
      await restoreBackup({ folder, signal });
      await systemDb().sql`insert into tickets (seat) values ('d')`;
      expect(await systemDb().sql`select id, loud, parent from tickets order by id`).toEqual([
        { id: 1n, loud: "A", parent: 2n },
        { id: 2n, loud: "B", parent: 1n },
        { id: 3n, loud: "C", parent: null },
        { id: 4n, loud: "D", parent: null },
      ]);
    });
  } finally {
    await asOwner("drop table public.tickets");
  }
});

test("no role may bypass row-level security, and the owner can copy no rows, so a dump as the owner is no backup", async () => {
  const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const roles = await owner`
      select rolname from pg_roles where rolname like 'takings%' and (rolsuper or rolbypassrls)`;
    expect(roles).toEqual([]);
    expect(await owner`select from transactions`).toHaveLength(0);
    await owner`set row_security = off`;
    await expect(owner`select from transactions`).rejects.toThrow(/affected by row-level security/);
  } finally {
    await owner.end();
  }
});
