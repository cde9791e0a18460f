/** Guarantee: the command line limits keys as requested, and a rotation of the encryption key loses no secret. */
import { describe, expect, it } from "vitest";
import { findApiCaller } from "@/lib/organisations";
import { useTestDatabase } from "@/lib/testing/database";
import { takings } from "../../testing/takings";

useTestDatabase();

describe("takings", () => {
  it("keys issue limits a key to reading and to addresses, and keys list shows the limits", async () => {
    const { value } = await takings(
      "keys issue --organisation Limited --scope read --allow 203.0.113.9/24,2001:db8::1",
    );
    const limits = { scope: "read", allowedAddresses: ["203.0.113.0/24", "2001:db8::1"] };
    expect(await findApiCaller(value.api_key)).toMatchObject({ limits });
    expect((await takings("keys list --organisation Limited")).value).toMatchObject([
      { scope: "read", allowed_addresses: limits.allowedAddresses },
    ]);
    for (const wrong of ["--scope write,read", "--allow 203.0.113.300", "--allow 10.0.0.0/8,here"])
      expect((await takings(`keys issue --organisation Limited ${wrong}`)).exitCode, wrong).toBe(2);
  });

  it("keys list refuses an organisation that does not exist, and an id that is none is described", async () => {
    const { exitCode, value } = await takings("keys list --organisation Mistyped");
    expect({ exitCode, code: value.error.code }).toEqual({ exitCode: 1, code: "not_found" });
    expect((await takings("keys revoke --key key_1")).value.error.message).toMatch(/key_ and 26 letters/);
  });

  it("encryption rotate activates a new key, names the old one, and keeps every secret", async () => {
    const { value: issued } = await takings("keys issue --organisation Encrypted");
    const first = await takings("encryption rotate");
    expect(first).toMatchObject({ exitCode: 0, value: { old_key_ids: [expect.any(String)] } });
    expect(first.value.reencrypted).toBeGreaterThan(0);
    const { value: second } = await takings("encryption rotate");
    expect(second.old_key_ids).toEqual([first.value.key_id, ...first.value.old_key_ids]);
    const { value: secrets } = await takings("secrets show --organisation Encrypted");
    expect(secrets[0].secret).toBe(issued.signing_secret);
    process.env.ENCRYPTION_KEY = Buffer.alloc(32, 7).toString("base64");
    const refused = await takings("encryption rotate");
    delete process.env.ENCRYPTION_KEY;
    expect(refused).toMatchObject({ exitCode: 1, value: { error: { code: "conflict" } } });
  });
});
