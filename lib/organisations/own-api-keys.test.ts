/** Guarantee: an organisation manages its own keys alone, each deed is written down, and a use is seen without delay to it. */
import { describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { findApiCaller, issueApiKey, issueKeyOf, listKeysOf, revokeKeyOf, rotateKeyOf } from "./index";

useTestDatabase();

/** The owner of an organisation that has a key by the command line. */
async function newOwner(organisation: string): Promise<Scope> {
  const { organisationId } = await issueApiKey({ organisation, mode: "test" });
  const by = {
    memberId: newId("member"),
    email: "ada@example.com",
    name: "Adaeze Nwosu",
    role: "owner" as const,
  };
  return { organisationId, mode: "test", by };
}

/** What most of these tests ask for: a test key without limits. */
const asked: Parameters<typeof issueKeyOf>[1] = {
  name: "GatePass",
  mode: "test",
  scope: "write",
  allowed_addresses: [],
};

const deedsOf = ({ organisationId }: Scope) =>
  systemDb().sql`
    select action, subject, details from audit_entries where organisation_id = ${organisationId} order by id`;

describe("an organisation's keys", () => {
  it("an issued key calls in its name, and is listed with who issued it, never whole", async () => {
    const owner = await newOwner("Issuing");
    const issued = await issueKeyOf(owner, { ...asked, name: " GatePass ", mode: "test" });
    expect(await findApiCaller(issued.api_key)).toMatchObject({ organisationId: owner.organisationId });
    const { keys } = await listKeysOf(owner);
    expect(keys).toMatchObject([
      {
        key_id: issued.key_id,
        name: "GatePass",
        issued_by: "Adaeze Nwosu",
        is_working: true,
        revoked_at: null,
      },
      { name: "", issued_by: "", is_working: true },
    ]);
    expect(JSON.stringify(keys)).not.toContain(issued.api_key);
    expect(await deedsOf(owner)).toEqual([
      {
        action: "issued_key",
        subject: issued.key_id,
        details: { name: "GatePass", mode: "test", scope: "read and write" },
      },
    ]);
  });

  it("a key's scope and allowed addresses are kept, listed and audited, and pass to the key that replaces it", async () => {
    const owner = await newOwner("Limiting");
    const issued = await issueKeyOf(owner, {
      ...asked,
      scope: "read",
      allowed_addresses: ["203.0.113.77/24", " 2001:DB8::1", "203.0.113.0/24"],
    });
    const allowedAddresses = ["203.0.113.0/24", "2001:db8::1"];
    const limits = { scope: "read", allowedAddresses };
    expect(await findApiCaller(issued.api_key)).toMatchObject({ limits });
    expect((await listKeysOf(owner)).keys[0]).toMatchObject({
      scope: "read",
      allowed_addresses: allowedAddresses,
    });
    expect(await deedsOf(owner)).toMatchObject([
      { details: { scope: "read", allowed_addresses: "203.0.113.0/24 2001:db8::1" } },
    ]);
    const replaced = await rotateKeyOf(owner, issued.key_id, { overlap_hours: 0 });
    expect(await findApiCaller(replaced.api_key)).toMatchObject({ limits });
  });

  it("each entry that is neither an address nor a range is named by its place, and no key is issued", async () => {
    const owner = await newOwner("Refusing");
    const refused = issueKeyOf(owner, {
      ...asked,
      allowed_addresses: ["203.0.113.7", "203.0.113.300", "example.com"],
    });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_request",
      faults: [{ pointer: "/allowed_addresses/1" }, { pointer: "/allowed_addresses/2" }],
    });
    expect((await listKeysOf(owner)).keys).toHaveLength(1);
  });

  it("a rotated key keeps its name for the new one, and works beside it until its hour comes", async () => {
    const owner = await newOwner("Rotating");
    const old = await issueKeyOf(owner, { ...asked, name: "GatePass", mode: "test" });
    const replaced = await rotateKeyOf(owner, old.key_id, { overlap_hours: 24 });
    expect(await findApiCaller(old.api_key)).toBeDefined();
    expect(await findApiCaller(replaced.api_key)).toBeDefined();
    const stopping = replaced.old_key_expires_at.getTime() - Date.now();
    expect(Math.abs(stopping - 86_400_000)).toBeLessThan(10_000);
    expect((await listKeysOf(owner)).keys.map(({ name }) => name)).toEqual(["GatePass", "GatePass, old", ""]);
    const again = await rotateKeyOf(owner, old.key_id, { overlap_hours: 0 });
    expect(again.name).toBe("GatePass, old");
    expect(await findApiCaller(old.api_key)).toBeUndefined();
    expect((await listKeysOf(owner)).keys.find(({ key_id }) => key_id === old.key_id)).toMatchObject({
      name: "GatePass, old",
      is_working: false,
    });
  });

  it("a revoked key is refused at once", async () => {
    const owner = await newOwner("Revoking");
    const issued = await issueKeyOf(owner, { ...asked, name: "Pilot", mode: "test" });
    await revokeKeyOf(owner, issued.key_id);
    expect(await findApiCaller(issued.api_key)).toBeUndefined();
    expect((await listKeysOf(owner)).keys.at(-1)).toMatchObject({ is_working: false, name: "Pilot" });
    expect((await deedsOf(owner)).map(({ action }) => action)).toEqual(["issued_key", "revoked_key"]);
  });

  it("another organisation's key is unknown here, and stays good", async () => {
    const owner = await newOwner("Ours");
    const rival = await newOwner("Theirs");
    const issued = await issueKeyOf(owner, { ...asked, name: "Ours", mode: "test" });
    await expect(revokeKeyOf(rival, issued.key_id)).rejects.toMatchObject({ code: "not_found" });
    await expect(rotateKeyOf(rival, issued.key_id, { overlap_hours: 0 })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await findApiCaller(issued.api_key)).toBeDefined();
    expect((await listKeysOf(rival)).keys).toHaveLength(1);
    expect(await deedsOf(rival)).toEqual([]);
  });

  it("in test mode no live key is issued, seen or touched", async () => {
    const owner = await newOwner("Modes");
    await expect(issueKeyOf(owner, { ...asked, name: "Live", mode: "live" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const keyId = newId("apiKey");
    await systemDb().sql`insert into api_keys (id, organisation_id, mode, key_hash, hint)
      values (${keyId}, ${owner.organisationId}, 'live', 'a live key', 'tk_live_abcd')`;
    expect((await listKeysOf(owner)).keys).toHaveLength(1);
    await expect(revokeKeyOf(owner, keyId)).rejects.toMatchObject({ code: "not_found" });
    expect((await listKeysOf({ ...owner, mode: "live" })).keys).toHaveLength(2);
    await revokeKeyOf({ ...owner, mode: "live" }, keyId);
  });

  it("a key's use is written down once a minute, and a refused one's never", async () => {
    const owner = await newOwner("Using");
    const issued = await issueKeyOf(owner, { ...asked, name: "Used", mode: "test" });
    const lastUse = async () => (await listKeysOf(owner)).keys[0]?.last_used_at;
    expect(await lastUse()).toBeNull();
    await findApiCaller(issued.api_key);
    await vi.waitFor(async () => expect(await lastUse()).toBeInstanceOf(Date));
    const first = await lastUse();
    await findApiCaller(issued.api_key);
    await findApiCaller(issued.api_key);
    expect(await lastUse()).toEqual(first);
  });
});
