import { describe, expect, it } from "vitest";
import { computeMac, isSameSecret } from "./hmac";

describe("a message authentication code", () => {
  it("matches RFC 4231 in the given encoding", () => {
    const hex = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    expect(computeMac({ algorithm: "sha256", encoding: "hex" }, "Jefe", "what do ya want for nothing?")).toBe(
      hex,
    );
    expect(
      computeMac({ algorithm: "sha256", encoding: "base64" }, "Jefe", "what do ya want for nothing?"),
    ).toBe(Buffer.from(hex, "hex").toString("base64"));
    const sha512 = computeMac(
      { algorithm: "sha512", encoding: "hex" },
      "Jefe",
      Buffer.from("what do ya want for nothing?"),
    );
    expect(sha512).toMatch(/^164b7a7bfcf819e2e395fbe73b56e0a3/);
  });

  it("matches only if every character does", () => {
    expect(isSameSecret("abc=", "abc=")).toBe(true);
    for (const other of ["ABC=", "abc", "abc==", "", "abd=", null, undefined, "ɑbc"]) {
      expect(isSameSecret("abc=", other), String(other)).toBe(false);
    }
  });
});
