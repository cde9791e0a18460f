import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { issueSandboxAccount, isValidNuban } from "./sandbox";

describe("a sandbox account number", () => {
  it("has a valid check digit", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(5), (sessionId, attempt) => {
        const account = issueSandboxAccount(sessionId, "Show", attempt);
        expect(account).toMatchObject({
          bankCode: "035",
          bankName: "Wema Bank",
          bankAccountName: "SANDBOX / Show",
        });
        expect(isValidNuban(account.bankCode, account.accountNumber)).toBe(true);
      }),
    );
  });

  it("is the same for the same session and attempt", () => {
    const first = issueSandboxAccount("ses_1", "A").accountNumber;
    expect(issueSandboxAccount("ses_1", "B").accountNumber).toBe(first);
    expect(issueSandboxAccount("ses_1", "A", 1).accountNumber).not.toBe(first);
    expect(issueSandboxAccount("ses_2", "A").accountNumber).not.toBe(first);
  });
});

describe("a check digit", () => {
  it.each([
    ["058", "0016563228"],
    ["50515", "0016563228"],
    ["011", "0000014579"],
  ])("of the bank %s is valid for %s", (bankCode, account) => {
    expect(isValidNuban(bankCode, account)).toBe(true);
  });

  it("detects one wrong digit", () => {
    expect(isValidNuban("058", "0016563229")).toBe(false);
    expect(isValidNuban("058", "0016563328")).toBe(false);
  });

  it.each([
    ["058", "001656322"],
    ["058", "00165632288"],
    ["058", "001656322x"],
    ["58", "0016563228"],
    ["", "0016563228"],
  ])("of the bank %j is invalid for %j", (bankCode, account) => {
    expect(isValidNuban(bankCode, account)).toBe(false);
  });
});
