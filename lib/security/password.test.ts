import { describe, expect, it, vi } from "vitest";
import { hashPassword, newPassword, verifyPassword } from "./password";

// With the cost of production.
vi.unmock("./password-cost");

describe("passwords", () => {
  it("the right password matches and another does not", async () => {
    const stored = await hashPassword("correct horse battery");
    expect(await verifyPassword("correct horse battery", stored)).toBe(true);
    expect(await verifyPassword("correct horse batterz", stored)).toBe(false);
  });

  it("the same password is hashed differently each time, with its cost in the hash", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  it("a password hashed before the cost was raised still matches", async () => {
    // scrypt("pleaseletmein", "SodiumChloride", N=16384, r=8, p=1) of RFC 7914, section 12, its first 32 bytes.
    const hash = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex");
    const stored = `$scrypt$ln=14,r=8,p=1$${Buffer.from("SodiumChloride").toString("base64")}$${hash.toString("base64")}`;
    expect(await verifyPassword("pleaseletmein", stored.replaceAll("=$", "$").replace(/=+$/, ""))).toBe(true);
  });

  it("two Unicode encodings of a character are the same password", async () => {
    expect(
      await verifyPassword("Adébáyọ̀ the cashier", await hashPassword("Adébáyọ̀ the cashier".normalize("NFD"))),
    ).toBe(true);
  });

  it("no password matches a member without one", async () => {
    expect(await verifyPassword("", null)).toBe(false);
    expect(await verifyPassword("anything at all", "not a hash")).toBe(false);
  });

  it.each(["short", "ninechars", "x".repeat(201)])(
    "a password of 9 or of 201 characters is rejected",
    async (password) => {
      await expect(hashPassword(password)).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  it.each([
    "1234567890",
    "qwertyuiop",
    "password12",
    "PASSWORD123",
    "P@ssw0rd123",
    "aaaaaaaaaaaa",
    "iloveyou123",
    "a".repeat(200),
    "12345678901234567890",
  ])("a common password is rejected with advice: %s", async (password) => {
    await expect(hashPassword(password)).rejects.toMatchObject({
      code: "invalid_request",
      faults: [
        { pointer: "/password", detail: expect.stringMatching(/easy to guess.*four unrelated words/) },
      ],
    });
  });

  it("a password built from personal data is rejected", async () => {
    const about = ["adaeze.nwosu@ekosounds.example", "Adaeze Nwosu", "Eko Sounds"];
    for (const password of ["adaezenwosu", "adaeze.nwosu", "ekosounds1"])
      await expect(hashPassword(password, about)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(hashPassword("tilt-ravine-mango", about)).resolves.toMatch(/^\$scrypt/);
  });

  it("a password that is too long or has a NUL does not match", async () => {
    const stored = await hashPassword("correct horse battery");
    expect(await verifyPassword("x".repeat(900_000), stored)).toBe(false);
    expect(await verifyPassword(`correct horse battery\0`, stored)).toBe(false);
  });

  it("a generated password has four groups of five characters and is unique", () => {
    expect(newPassword()).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(newPassword()).not.toBe(newPassword());
  });
});
