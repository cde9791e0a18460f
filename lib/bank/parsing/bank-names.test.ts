import { describe, expect, it } from "vitest";
import { displayBankName, findBank, listBanks, normalisePayerBank, resolveBank } from "./bank-names";

describe("the table of banks", () => {
  it("finds a bank by each form of its code and by its names", () => {
    for (const text of ["058", "000013", "GTBank Plc", "Guaranty Trust Bank", "gtb"]) {
      expect(resolveBank(text)).toEqual({ code: "058", name: "GTBank" });
    }
    expect(resolveBank("KUDA MICROFINANCE BANK")?.code).toBe("50211");
    expect(resolveBank("First City Monument Bank")?.code).toBe("214");
    expect(resolveBank("Wema Bank")?.code).toBe("035");
    expect(findBank("090645")?.name).toBe("Nomba");
  });

  it("does not confuse banks", () => {
    expect(resolveBank("Fidelity Microfinance Bank")).toBeUndefined();
    expect(resolveBank("Bank")).toBeUndefined();
    expect(resolveBank("Test Bank")).toBeUndefined();
    expect(resolveBank("")).toBeUndefined();
    expect(resolveBank("__proto__")).toBeUndefined();
  });

  it("lists every bank once, each under a code of three, five or six digits", () => {
    const banks = listBanks();
    expect(new Set(banks.map((bank) => bank.code)).size).toBe(banks.length);
    expect(new Set(banks.map((bank) => bank.name)).size).toBe(banks.length);
    for (const bank of banks) {
      expect(bank.code).toMatch(/^(\d{3}|\d{5}|\d{6})$/);
      expect(findBank(bank.code)).toBe(bank);
      expect(resolveBank(bank.name)).toBe(bank);
    }
  });

  it("returns a payer's bank as its CBN code, else the reported code, else an empty text", () => {
    expect(normalisePayerBank("000014", null)).toEqual({ senderBank: "044", senderBankName: "Access Bank" });
    expect(normalisePayerBank("090267", "Kuda")).toEqual({ senderBank: "090267", senderBankName: "Kuda" });
    expect(normalisePayerBank("", "First City Monument Bank")).toEqual({
      senderBank: "214",
      senderBankName: "First City Monument Bank",
    });
    expect(normalisePayerBank("999240", "Somewhere")).toEqual({
      senderBank: "999240",
      senderBankName: "Somewhere",
    });
    expect(normalisePayerBank(null, "Test Bank")).toEqual({ senderBank: "", senderBankName: "Test Bank" });
    expect(normalisePayerBank(undefined, undefined)).toEqual({ senderBank: "", senderBankName: "" });
  });

  it("displays a bank's common name, else the reported name, else the code", () => {
    expect(displayBankName("058", "Guaranty Trust Bank")).toBe("GTBank");
    expect(displayBankName("090267", "")).toBe("Kuda");
    expect(displayBankName("999240", "Somewhere")).toBe("Somewhere");
    expect(displayBankName("999240", "")).toBe("999240");
  });
});
