import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { apiKeys } from "@/lib/db/schema";
import { hashOfApiKey, newApiKey } from "@/lib/security/api-key";
import { useTestDatabase } from "@/lib/testing/database";
import { findApiCaller, issueApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "../index";

useTestDatabase();

const issue = (organisation: string) => issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("API keys of an organisation", () => {
  it("an issued key identifies its organisation and mode", async () => {
    const issued = await issue("Lagos Live");
    expect(await findApiCaller(issued.apiKey)).toEqual({
      keyId: issued.keyId,
      organisationId: issued.organisationId,
      mode: "test",
      limits: { scope: "write", allowedAddresses: [] },
      apiKey: { id: issued.keyId, name: `${issued.apiKey.slice(0, "tk_test_".length + 4)}…` },
    });
    expect(issued.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it("a second key for the same name in different case belongs to the same organisation and signing secret", async () => {
    const first = await issue("Abuja Fest");
    const second = await issue("  ABUJA fest ");
    expect(second.organisationId).toBe(first.organisationId);
    expect(second.signingSecret).toBe(first.signingSecret);
    expect(second.apiKey).not.toBe(first.apiKey);
  });

  it("five keys issued concurrently to a new organisation create one organisation", async () => {
    const issued = await Promise.all([1, 2, 3, 4, 5].map(() => issue("Five at once")));
    expect(new Set(issued.map((one) => one.organisationId)).size).toBe(1);
    expect(new Set(issued.map((one) => one.signingSecret)).size).toBe(1);
  });

  it("the database stores only the key's hash and first characters", async () => {
    const { apiKey, keyId } = await issue("Hashed");
    const [row] = await systemDb().sql`select * from api_keys where id = ${keyId}`;
    expect(Object.values(row ?? {})).not.toContain(apiKey);
    expect(row?.keyHash).toBe(hashOfApiKey(apiKey));
    expect(row?.hint).toBe(apiKey.slice(0, 12));
  });

  it("a well-formed key that was never issued is unknown", async () => {
    expect(await findApiCaller(newApiKey("test"))).toBeUndefined();
  });

  it("a revoked key is rejected at once, and revoking it again changes nothing", async () => {
    const { apiKey, keyId } = await issue("Revoked");
    const first = await revokeApiKey(COMMAND_LINE, { keyId });
    expect(await findApiCaller(apiKey)).toBeUndefined();
    expect(await revokeApiKey(COMMAND_LINE, { keyId })).toEqual(first);
    await expect(rotateApiKey(COMMAND_LINE, { keyId })).rejects.toMatchObject({ code: "conflict" });
  });

  it("a rotated key stays valid for the overlap, then is rejected", async () => {
    const old = await issue("Rotated");
    const rotated = await rotateApiKey(COMMAND_LINE, { keyId: old.keyId, overlapMs: 400 });
    expect(await findApiCaller(old.apiKey)).toMatchObject({ keyId: old.keyId });
    expect(await findApiCaller(rotated.apiKey)).toMatchObject({
      keyId: rotated.keyId,
      organisationId: old.organisationId,
    });
    await wait(450);
    expect(await findApiCaller(old.apiKey)).toBeUndefined();
    expect(await findApiCaller(rotated.apiKey)).toBeDefined();
  });

  it("a key rotated without an overlap is rejected at once and cannot be rotated again", async () => {
    const old = await issue("Rotated now");
    await rotateApiKey(COMMAND_LINE, { keyId: old.keyId, overlapMs: 0 });
    expect(await findApiCaller(old.apiKey)).toBeUndefined();
    await expect(rotateApiKey(COMMAND_LINE, { keyId: old.keyId })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("a second rotation does not extend the old key's expiry", async () => {
    const old = await issue("Twice");
    const first = await rotateApiKey(COMMAND_LINE, { keyId: old.keyId, overlapMs: 60_000 });
    const second = await rotateApiKey(COMMAND_LINE, { keyId: old.keyId });
    expect(second.oldKeyExpiresAt).toEqual(first.oldKeyExpiresAt);
  });

  it("the default overlap of a rotation is 24 hours", async () => {
    const { oldKeyExpiresAt } = await rotateApiKey(COMMAND_LINE, { keyId: (await issue("A day")).keyId });
    expect(Math.abs(oldKeyExpiresAt.getTime() - Date.now() - 86_400_000)).toBeLessThan(10_000);
  });

  it("in the sandbox live keys cannot be issued, and a stored one is rejected", async () => {
    await expect(issueApiKey(COMMAND_LINE, { organisation: "Live", mode: "live" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const { organisationId } = await issue("Live");
    const apiKey = newApiKey("live");
    await systemDb()
      .orm.insert(apiKeys)
      .values({ id: newId("apiKey"), organisationId, mode: "live", keyHash: hashOfApiKey(apiKey), hint: "" });
    expect(await findApiCaller(apiKey)).toBeUndefined();
  });

  it("a list identifies keys by their hint and contains no full key", async () => {
    const { apiKey, keyId } = await issue("Listed");
    const listed = await listApiKeys({ organisation: "listed" });
    expect(listed).toMatchObject([
      { keyId, organisation: "Listed", mode: "test", hint: apiKey.slice(0, 12), revokedAt: null },
    ]);
    expect((await listApiKeys()).length).toBeGreaterThan(1);
    expect(JSON.stringify(listed)).not.toContain(apiKey);
  });

  it.each(["", "   ", "two\nlines", "x".repeat(121)])(
    "a malformed organisation name is rejected",
    async (organisation) => {
      await expect(issue(organisation)).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  it("an unknown key can be neither revoked nor rotated", async () => {
    await expect(revokeApiKey(COMMAND_LINE, { keyId: newId("apiKey") })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(rotateApiKey(COMMAND_LINE, { keyId: newId("apiKey") })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
