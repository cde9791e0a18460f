/** Guarantee: no secret is stored in plain text, each is read by the keys of the settings, and a rotation loses none. */
import { randomBytes } from "node:crypto";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { afterEach, describe, expect, it, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import * as schema from "@/lib/db/schema";
import { loadSettings } from "@/lib/env";
import { openDatabase } from "@/lib/launch/database";
import { renewEncryptionKey } from "@/lib/launch/secrets";
import { issueApiKey, listSigningSecrets, rotateSigningSecret } from "@/lib/organisations";
import { encryptionKeyId } from "@/lib/security/encryption";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { ENCRYPTED_COLUMNS } from "./columns";
import { countStoredSecrets, encryptPlainSecrets, reencryptSecrets } from "./index";

const PLAIN = Array.from({ length: 3 }, newSigningSecret);

/** An organisation with a secret in force, one that still signs and one that has retired, as they were before. */
async function fill(sql: postgres.Sql): Promise<void> {
  await sql`insert into organisations (id, name) values ('org_before', 'Before')`;
  const retirements = [null, "2999-01-01", "2020-01-01"];
  for (const [index, secret] of PLAIN.entries())
    await sql`
      insert into signing_secrets (id, organisation_id, secret, retires_at)
      values (${`sec_${index}`}, 'org_before', ${secret}, ${retirements[index] ?? null}::text::timestamptz)`;
}

useTestDatabase({ migration: "0004_service_state", fill });

const storedOf = async (organisationId: string) =>
  systemDb().sql<{ secret: string }[]>`
    select secret from signing_secrets where organisation_id = ${organisationId} order by id`;
const secretsOf = async (organisationId: `org_${string}`) =>
  (await listSigningSecrets(organisationId)).map(({ secret }) => secret);

afterEach(() => {
  delete process.env.ENCRYPTION_KEY;
});

describe("secrets that an earlier version stored in plain text", () => {
  it("are encrypted at the first start, also by several at once, and sign as before", async () => {
    expect(await countStoredSecrets()).toEqual({ current: 0, old: 0, unreadable: 0, plain: 3 });
    await Promise.all([openDatabase("command"), openDatabase("command"), openDatabase("command")]);
    expect(await countStoredSecrets()).toEqual({ current: 3, old: 0, unreadable: 0, plain: 0 });
    expect(await secretsOf("org_before")).toEqual(PLAIN.slice(0, 2));
    expect(await encryptPlainSecrets()).toBe(0);
  });

  it("stand in no column of any table afterwards", async () => {
    const tables = await systemDb().sql<{ name: string }[]>`
      select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    for (const { name } of tables) {
      const { sql } = systemDb();
      const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
      for (const { row } of rows) expect(row, name).not.toMatch(/whsec_/);
    }
  });
});

it("PostgreSQL takes no signing secret in plain text", async () => {
  await expect(
    systemDb().sql`
      insert into signing_secrets (id, organisation_id, secret)
      values ('sec_plain', 'org_before', ${newSigningSecret()})`,
  ).rejects.toMatchObject({ code: "23514", constraint_name: "signing_secrets_encrypted" });
});

describe("a rotation of the encryption key", () => {
  it("encrypts every secret with a new key, while a process that knows only the old one goes on reading", async () => {
    const { organisationId, signingSecret } = await issueApiKey({ organisation: "Rotating", mode: "test" });
    const [before] = await storedOf(organisationId);
    const oldKeyId = encryptionKeyId();
    const { current } = await countStoredSecrets();
    await renewEncryptionKey(loadSettings());
    expect(encryptionKeyId()).not.toBe(oldKeyId);
    expect(await secretsOf(organisationId)).toEqual([signingSecret]);
    expect(await reencryptSecrets()).toBe(current);
    expect(await countStoredSecrets()).toEqual({ current, old: 0, unreadable: 0, plain: 0 });
    const [after] = await storedOf(organisationId);
    expect(after?.secret).not.toBe(before?.secret);
    expect(after?.secret.split(".")[1]).toBe(encryptionKeyId());
    expect(await secretsOf(organisationId)).toEqual([signingSecret]);
  });

  it("is finished by another one where it was interrupted", async () => {
    const { organisationId, signingSecret } = await issueApiKey({
      organisation: "Interrupted",
      mode: "test",
    });
    await renewEncryptionKey(loadSettings());
    await renewEncryptionKey(loadSettings());
    const { old } = await countStoredSecrets();
    expect(await reencryptSecrets()).toBe(old);
    expect(await reencryptSecrets()).toBe(0);
    expect(await secretsOf(organisationId)).toEqual([signingSecret]);
  });

  it("is refused where a secret cannot be read, and changes nothing", async () => {
    const { organisationId } = await issueApiKey({ organisation: "Unreadable", mode: "test" });
    const stored = await storedOf(organisationId);
    await systemDb().sql`
      update signing_secrets set secret = 'v1.otherkey.AAAA' where organisation_id = 'org_before'`;
    await renewEncryptionKey(loadSettings());
    await expect(reencryptSecrets()).rejects.toMatchObject({
      code: "conflict",
      detail: expect.stringMatching(
        /encrypted with the key otherkey.*ENCRYPTION_OLD_KEYS.*Nothing was changed/,
      ),
    });
    expect(await storedOf(organisationId)).toEqual(stored);
    expect(await countStoredSecrets()).toMatchObject({ unreadable: 3 });
  });
});

test("without the key a secret signs nothing and is replaced by a new one", async () => {
  const { organisationId } = await issueApiKey({ organisation: "Lost key", mode: "test" });
  await systemDb().sql`
    update signing_secrets set secret = 'v1.lostkey0.AAAA' where organisation_id = ${organisationId}`;
  expect(await secretsOf(organisationId)).toEqual([]);
  await expect(issueApiKey({ organisation: "Lost key", mode: "test" })).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringMatching(/takings secrets rotate/),
  });
  const [fresh] = await rotateSigningSecret({ organisationId, mode: "test" });
  expect((await issueApiKey({ organisation: "Lost key", mode: "test" })).signingSecret).toBe(fresh?.secret);
});

test("a secret that was moved to another organisation's row signs nothing", async () => {
  const one = await issueApiKey({ organisation: "One", mode: "test" });
  const other = await issueApiKey({ organisation: "Other", mode: "test" });
  await systemDb().sql`
    update signing_secrets set secret = (select secret from signing_secrets where organisation_id = ${one.organisationId})
    where organisation_id = ${other.organisationId}`;
  expect(await secretsOf(other.organisationId)).toEqual([]);
  expect(await secretsOf(one.organisationId)).toEqual([one.signingSecret]);
});

test("a key of the environment that encrypted nothing here reads nothing here", async () => {
  const { current, old } = await countStoredSecrets();
  process.env.ENCRYPTION_KEY = randomBytes(32).toString("base64");
  expect(await countStoredSecrets()).toMatchObject({ current: 0 });
  delete process.env.ENCRYPTION_KEY;
  expect(await countStoredSecrets()).toMatchObject({ current, old });
});

test("each column that is named like a secret is encrypted, or is a hash", () => {
  const listed = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  const named = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => `${getTableName(table)}.${column.name}`),
    )
    .filter((name) => /\.\w*(secret|token|password|credential|private)\w*$/.test(name));
  expect(named.filter((name) => !listed.includes(name) && !name.endsWith("_hash"))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(listed));
});
