/** Guarantee: an organisation manages only its own keys, each action is audited, and recording a use does not delay requests. */
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { eventually } from "@/lib/testing/eventually";
import { findApiCaller, issueApiKey, listOwnApiKeys, revokeApiKey, rotateApiKey } from "../index";

useTestDatabase();

/** Creates an organisation with one key from the command line, and returns its owner's scope. */
async function newOwner(organisation: string): Promise<Scope> {
  const { organisationId } = await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const actor = {
    memberId: newId("member"),
    email: "ada@example.com",
    name: "Adaeze Nwosu",
    role: "owner" as const,
  };
  return { organisationId, mode: "test", actor };
}

/** A test key without limits. */
const request: Parameters<typeof issueApiKey>[1] = {
  name: "GatePass",
  mode: "test",
};

/** Lists the actions of the organisation's members. */
const listEntries = ({ organisationId }: Scope) =>
  systemDb().sql`
    select action, subject, details from audit_entries
    where organisation_id = ${organisationId} and member_id is not null order by id`;

describe("an organisation's keys", () => {
  it("an issued key authenticates as its organisation and is listed with its issuer, without the full key", async () => {
    const owner = await newOwner("Issuing");
    const issued = await issueApiKey(owner, { ...request, name: " GatePass ", mode: "test" });
    expect(await findApiCaller(issued.apiKey)).toMatchObject({ organisationId: owner.organisationId });
    const { keys } = await listOwnApiKeys(owner);
    expect(keys).toMatchObject([
      {
        key_id: issued.keyId,
        name: "GatePass",
        issued_by: "Adaeze Nwosu",
        is_working: true,
        revoked_at: null,
      },
      { name: "", issued_by: "", is_working: true },
    ]);
    expect(JSON.stringify(keys)).not.toContain(issued.apiKey);
    expect(await listEntries(owner)).toEqual([
      {
        action: "issued_key",
        subject: issued.keyId,
        details: { name: "GatePass", mode: "test", scope: "read and write" },
      },
    ]);
  });

  it("a key's scope and allowed addresses are stored, listed, audited and copied to the key that replaces it", async () => {
    const owner = await newOwner("Limiting");
    const issued = await issueApiKey(owner, {
      ...request,
      limits: { scope: "read", allowedAddresses: ["203.0.113.77/24", " 2001:DB8::1", "203.0.113.0/24"] },
    });
    const allowedAddresses = ["203.0.113.0/24", "2001:db8::1"];
    const limits = { scope: "read", allowedAddresses };
    expect(await findApiCaller(issued.apiKey)).toMatchObject({ limits });
    expect((await listOwnApiKeys(owner)).keys[0]).toMatchObject({
      scope: "read",
      allowed_addresses: allowedAddresses,
    });
    expect(await listEntries(owner)).toMatchObject([
      { details: { scope: "read", allowed_addresses: "203.0.113.0/24 2001:db8::1" } },
    ]);
    const replaced = await rotateApiKey(owner, { keyId: issued.keyId, overlapMs: 0 });
    expect(await findApiCaller(replaced.apiKey)).toMatchObject({ limits });
  });

  it("each malformed allowed address is reported by its index, and no key is issued", async () => {
    const owner = await newOwner("Refusing");
    const refused = issueApiKey(owner, {
      ...request,
      limits: { scope: "write", allowedAddresses: ["203.0.113.7", "203.0.113.300", "example.com"] },
    });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_request",
      faults: [{ pointer: "/allowed_addresses/1" }, { pointer: "/allowed_addresses/2" }],
    });
    expect((await listOwnApiKeys(owner)).keys).toHaveLength(1);
  });

  it("a rotated key passes its name to the new key and stays valid until the overlap ends", async () => {
    const owner = await newOwner("Rotating");
    const old = await issueApiKey(owner, { ...request, name: "GatePass", mode: "test" });
    const replaced = await rotateApiKey(owner, { keyId: old.keyId, overlapMs: 24 * 3_600_000 });
    expect(await findApiCaller(old.apiKey)).toBeDefined();
    expect(await findApiCaller(replaced.apiKey)).toBeDefined();
    const stopping = replaced.oldKeyExpiresAt.getTime() - Date.now();
    expect(Math.abs(stopping - 86_400_000)).toBeLessThan(10_000);
    expect((await listOwnApiKeys(owner)).keys.map(({ name }) => name)).toEqual([
      "GatePass",
      "GatePass, old",
      "",
    ]);
    const again = await rotateApiKey(owner, { keyId: old.keyId, overlapMs: 0 });
    expect(again.name).toBe("GatePass, old");
    expect(await findApiCaller(old.apiKey)).toBeUndefined();
    expect((await listOwnApiKeys(owner)).keys.find(({ key_id }) => key_id === old.keyId)).toMatchObject({
      name: "GatePass, old",
      is_working: false,
    });
  });

  it("a revoked key is rejected at once", async () => {
    const owner = await newOwner("Revoking");
    const issued = await issueApiKey(owner, { ...request, name: "Pilot", mode: "test" });
    await revokeApiKey(owner, { keyId: issued.keyId });
    expect(await findApiCaller(issued.apiKey)).toBeUndefined();
    expect((await listOwnApiKeys(owner)).keys.at(-1)).toMatchObject({ is_working: false, name: "Pilot" });
    expect((await listEntries(owner)).map(({ action }) => action)).toEqual(["issued_key", "revoked_key"]);
  });

  it("another organisation's key is not found and stays valid", async () => {
    const owner = await newOwner("Ours");
    const rival = await newOwner("Theirs");
    const issued = await issueApiKey(owner, { ...request, name: "Ours", mode: "test" });
    await expect(revokeApiKey(rival, { keyId: issued.keyId })).rejects.toMatchObject({ code: "not_found" });
    await expect(rotateApiKey(rival, { keyId: issued.keyId, overlapMs: 0 })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await findApiCaller(issued.apiKey)).toBeDefined();
    expect((await listOwnApiKeys(rival)).keys).toHaveLength(1);
    expect(await listEntries(rival)).toEqual([]);
  });

  it("in test mode live keys cannot be issued, listed or revoked", async () => {
    const owner = await newOwner("Modes");
    await expect(issueApiKey(owner, { ...request, name: "Live", mode: "live" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const keyId = newId("apiKey");
    const inLiveMode: Scope = { ...owner, mode: "live" };
    await systemDb().sql`insert into api_keys (id, organisation_id, mode, key_hash, hint)
      values (${keyId}, ${owner.organisationId}, 'live', 'a live key', 'tk_live_abcd')`;
    expect((await listOwnApiKeys(owner)).keys).toHaveLength(1);
    await expect(revokeApiKey(owner, { keyId })).rejects.toMatchObject({ code: "not_found" });
    expect((await listOwnApiKeys(inLiveMode)).keys).toHaveLength(2);
    await revokeApiKey(inLiveMode, { keyId });
  });

  it("a key's use is stored at most once a minute", async () => {
    const owner = await newOwner("Using");
    const issued = await issueApiKey(owner, { ...request, name: "Used", mode: "test" });
    const lastUse = async () => (await listOwnApiKeys(owner)).keys[0]?.last_used_at;
    expect(await lastUse()).toBeNull();
    await findApiCaller(issued.apiKey);
    await eventually(async () => expect(await lastUse()).toBeInstanceOf(Date));
    const first = await lastUse();
    await findApiCaller(issued.apiKey);
    await findApiCaller(issued.apiKey);
    expect(await lastUse()).toEqual(first);
  });
});
