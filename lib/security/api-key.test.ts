import { describe, expect, it } from "vitest";
import { hashOfApiKey, hintOfApiKey, modeOfApiKey, newApiKey } from "./api-key";

describe("API keys", () => {
  it("a new key has its mode, 30 random characters and a checksum", () => {
    expect(newApiKey("test")).toMatch(/^tk_test_[0-9A-Za-z]{36}$/);
    expect(newApiKey("live")).toMatch(/^tk_live_[0-9A-Za-z]{36}$/);
    expect(modeOfApiKey(newApiKey("test"))).toBe("test");
    expect(modeOfApiKey(newApiKey("live"))).toBe("live");
  });

  it("a key with one mistyped character is rejected", () => {
    const key = newApiKey("test");
    for (let index = "tk_test_".length; index < key.length; index++) {
      const wrong = key.charAt(index) === "a" ? "b" : "a";
      expect(modeOfApiKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBeUndefined();
    }
  });

  it("a test key renamed to live is rejected", () => {
    expect(modeOfApiKey(newApiKey("test").replace("tk_test_", "tk_live_"))).toBeUndefined();
  });

  it.each([
    "",
    "tk_test_",
    "tk_test_é",
    `${newApiKey("test")} `,
    ` ${newApiKey("test")}`,
    `${newApiKey("test")}\n`,
    "x".repeat(1e6),
  ])("a text without a key's format is rejected", (text) => expect(modeOfApiKey(text)).toBeUndefined());

  it("ten thousand keys have distinct random parts and use every character", () => {
    const keys = Array.from({ length: 10_000 }, () => newApiKey("test").slice(8, 38));
    expect(new Set(keys).size).toBe(10_000);
    expect(new Set(keys.join("")).size).toBe(62);
  });

  it("the hint shows four random characters of the key, and the hash is its SHA-256", () => {
    const key = newApiKey("live");
    expect(hintOfApiKey(key)).toBe(key.slice(0, 12));
    expect(hashOfApiKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
