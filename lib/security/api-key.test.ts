import { describe, expect, it } from "vitest";
import { hashOfApiKey, hintOfApiKey, modeOfApiKey, newApiKey } from "./api-key";

describe("API keys", () => {
  it("a new key says its mode, then 30 random characters and a checksum", () => {
    expect(newApiKey("test")).toMatch(/^tk_test_[0-9A-Za-z]{36}$/);
    expect(newApiKey("live")).toMatch(/^tk_live_[0-9A-Za-z]{36}$/);
    expect(modeOfApiKey(newApiKey("test"))).toBe("test");
    expect(modeOfApiKey(newApiKey("live"))).toBe("live");
  });

  it("a key with any one character mistyped is no key", () => {
    const key = newApiKey("test");
    for (let index = "tk_test_".length; index < key.length; index++) {
      const wrong = key.charAt(index) === "a" ? "b" : "a";
      expect(modeOfApiKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBeUndefined();
    }
  });

  it("a test key does not become a live key by its name", () => {
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
  ])("what is not of a key's shape is no key", (text) => expect(modeOfApiKey(text)).toBeUndefined());

  it("ten thousand keys share no random part and use every character", () => {
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
