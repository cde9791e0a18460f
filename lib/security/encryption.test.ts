import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearSingleton } from "@/lib/process-singleton";
import { decrypt, encrypt, encryptionKeyId } from "./encryption";

const given = process.env.ENCRYPTION_KEY;

function useKey(key: string | undefined): void {
  if (key === undefined) delete process.env.ENCRYPTION_KEY;
  else process.env.ENCRYPTION_KEY = key;
  clearSingleton("settings");
}

beforeEach(() => useKey(randomBytes(32).toString("base64")));
afterEach(() => useKey(given));

describe("encryption at rest", () => {
  it.each(["", "whsec_abc", "naïve ₦ 🎟", "x".repeat(10_000)])("decrypts what it encrypted", (text) => {
    const stored = encrypt(text, "table.column:id");
    expect(decrypt(stored, "table.column:id")).toBe(text);
    if (text) expect(stored).not.toContain(text);
  });

  it("encrypts the same text differently each time", () => {
    expect(encrypt("same", "context")).not.toBe(encrypt("same", "context"));
  });

  it("names the format and the key", () => {
    expect(encrypt("text", "context").split(".").slice(0, 2)).toEqual(["v1", encryptionKeyId()]);
  });

  it("refuses a value that was moved to another context", () => {
    const stored = encrypt("text", "members.totp_secret:mem_1");
    expect(() => decrypt(stored, "members.totp_secret:mem_2")).toThrow(/another context/);
  });

  it("refuses a value with any one byte altered", () => {
    const [version, keyId, data] = encrypt("text", "context").split(".") as [string, string, string];
    const bytes = Buffer.from(data, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      const stored = [version, keyId, altered.toString("base64url")].join(".");
      expect(() => decrypt(stored, "context")).toThrow(/altered/);
    }
  });

  it.each([
    ["", /format/],
    ["whsec_plain", /format/],
    ["v2.abc.def", /format/],
    [`v1.${"A".repeat(8)}.abcd`, /another key/],
  ])("refuses %j", (stored, cause) => {
    expect(() => decrypt(stored, "context")).toThrow(cause);
  });

  it("names the key that is missing, not the value", () => {
    const stored = encrypt("the secret itself", "context");
    const before = encryptionKeyId();
    useKey(randomBytes(32).toString("base64"));
    expect(() => decrypt(stored, "context")).toThrow(before);
    expect(() => decrypt(stored, "context")).not.toThrow(/the secret itself/);
  });
});
