/** Guarantee: secrets are stored encrypted, can be decrypted with the configured keys, and survive key rotation. */

import { randomBytes } from "node:crypto";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterEach, describe, expect, it, test } from "vitest";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import * as schema from "@/lib/db/schema";
import { loadSettings } from "@/lib/env";
import { rotateEncryptionKey } from "@/lib/launch/secrets/generate";
import { issueApiKey, listSigningSecrets, rotateSigningSecret } from "@/lib/organisations";
import { encryptionKeyId } from "@/lib/security/encryption";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { ENCRYPTED_COLUMNS } from "./columns";
import { countStoredSecrets, reencryptSecrets } from "./index";

useTestDatabase();

const storedOf = async (organisationId: string) =>
  systemDb().sql<{ secret: string }[]>`
    select secret from signing_secrets where organisation_id = ${organisationId} order by id`;
const secretsOf = async (organisationId: `org_${string}`) =>
  (await listSigningSecrets({ organisationId })).map(({ secret }) => secret);

afterEach(() => {
  delete process.env.ENCRYPTION_KEY;
});

test("no column of any table contains a signing secret in plain text", async () => {
  await issueApiKey(COMMAND_LINE, { organisation: "Stored", mode: "test" });
  const tables = await systemDb().sql<{ name: string }[]>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  for (const { name } of tables) {
    const { sql } = systemDb();
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    for (const { row } of rows) expect(row, name).not.toMatch(/whsec_/);
  }
});

it("the database rejects a signing secret in plain text", async () => {
  await expect(
    systemDb().sql`
      insert into signing_secrets (id, organisation_id, secret)
      values ('sec_plain', 'org_plain', ${newSigningSecret()})`,
  ).rejects.toMatchObject({ code: "23514", constraint_name: "signing_secrets_encrypted" });
});

describe("a rotation of the encryption key", () => {
  it("re-encrypts all secrets with the new key, and they stay readable", async () => {
    const { organisationId, signingSecret } = await issueApiKey(COMMAND_LINE, {
      organisation: "Rotating",
      mode: "test",
    });
    const [before] = await storedOf(organisationId);
    const oldKeyId = encryptionKeyId();
    const { current } = await countStoredSecrets();
    await rotateEncryptionKey(loadSettings());
    expect(encryptionKeyId()).not.toBe(oldKeyId);
    expect(await secretsOf(organisationId)).toEqual([signingSecret]);
    expect(await reencryptSecrets()).toBe(current);
    expect(await countStoredSecrets()).toEqual({ current, old: 0, unreadable: 0 });
    const [after] = await storedOf(organisationId);
    expect(after?.secret).not.toBe(before?.secret);
    expect(after?.secret.split(".")[1]).toBe(encryptionKeyId());
    expect(await secretsOf(organisationId)).toEqual([signingSecret]);
  });

  it("is completed by the next rotation if it was interrupted", async () => {
    const { organisationId, signingSecret } = await issueApiKey(COMMAND_LINE, {
      organisation: "Interrupted",
      mode: "test",
    });
    await rotateEncryptionKey(loadSettings());
    await rotateEncryptionKey(loadSettings());
    const { old } = await countStoredSecrets();
    expect(await reencryptSecrets()).toBe(old);
    expect(await reencryptSecrets()).toBe(0);
    expect(await secretsOf(organisationId)).toEqual([signingSecret]);
  });

  it("fails without changes if a secret cannot be decrypted", async () => {
    const other = await issueApiKey(COMMAND_LINE, { organisation: "Other key", mode: "test" });
    const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation: "Unreadable", mode: "test" });
    const stored = await storedOf(organisationId);
    await systemDb().sql`
      update signing_secrets set secret = 'v1.otherkey.AAAA' where organisation_id = ${other.organisationId}`;
    await rotateEncryptionKey(loadSettings());
    await expect(reencryptSecrets()).rejects.toMatchObject({
      code: "conflict",
      detail: expect.stringMatching(
        /encrypted with the key otherkey.*ENCRYPTION_OLD_KEYS.*Nothing was changed/,
      ),
    });
    expect(await storedOf(organisationId)).toEqual(stored);
    expect(await countStoredSecrets()).toMatchObject({ unreadable: 1 });
  });
});

test("a secret whose key is missing is not used and can be replaced", async () => {
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation: "Lost key", mode: "test" });
  await systemDb().sql`
    update signing_secrets set secret = 'v1.lostkey0.AAAA' where organisation_id = ${organisationId}`;
  expect(await secretsOf(organisationId)).toEqual([]);
  await expect(issueApiKey(COMMAND_LINE, { organisation: "Lost key", mode: "test" })).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringMatching(/takings secrets rotate/),
  });
  const [fresh] = await rotateSigningSecret({ organisationId, mode: "test" });
  expect((await issueApiKey(COMMAND_LINE, { organisation: "Lost key", mode: "test" })).signingSecret).toBe(
    fresh?.secret,
  );
});

test("a secret copied to another organisation's row is not used", async () => {
  const one = await issueApiKey(COMMAND_LINE, { organisation: "One", mode: "test" });
  const other = await issueApiKey(COMMAND_LINE, { organisation: "Other", mode: "test" });
  await systemDb().sql`
    update signing_secrets set secret = (select secret from signing_secrets where organisation_id = ${one.organisationId})
    where organisation_id = ${other.organisationId}`;
  expect(await secretsOf(other.organisationId)).toEqual([]);
  expect(await secretsOf(one.organisationId)).toEqual([one.signingSecret]);
});

test("an unrelated key in the environment decrypts nothing", async () => {
  const { current, old } = await countStoredSecrets();
  process.env.ENCRYPTION_KEY = randomBytes(32).toString("base64");
  expect(await countStoredSecrets()).toMatchObject({ current: 0 });
  delete process.env.ENCRYPTION_KEY;
  expect(await countStoredSecrets()).toMatchObject({ current, old });
});

test("each column named like a secret is encrypted or a hash", () => {
  const listed = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  const named = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => `${getTableName(table)}.${column.name}`),
    )
    .filter((name) => /\.\w*(secret|token|password|credential|private)\w*$/.test(name));
  expect(named.filter((name) => !listed.includes(name) && !name.endsWith("_hash"))).toEqual([]);
  expect([...named, "webhook_endpoints.headers", "push_subscriptions.subscription"]).toEqual(
    expect.arrayContaining(listed),
  );
});
