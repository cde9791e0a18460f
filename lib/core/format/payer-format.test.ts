/** Guarantee: payer names are formatted as names, and invisible characters in them cannot affect the page. */
import { expect, test } from "vitest";
import {
  formatCollectionAccount,
  formatPayerName,
  formatPublicName,
  getInitials,
  maskAccount,
  stripInvisibleCharacters,
} from "./payer-format";

test.each([
  ["CHINEDU OKONKWO", "Chinedu Okonkwo"],
  ["ỌLÁÍDÉ ADÉBÁYỌ̀", "Ọláídé Adébáyọ̀"],
  ["SA'ADU ƊANJUMA", "Sa'adu Ɗanjuma"],
  ["SEAN O'NEIL-ADEYEMI", "Sean O'Neil-Adeyemi"],
  ["musa   abdullahi", "Musa Abdullahi"],
  ["Bola McEwen", "Bola McEwen"],
  ["GTB NIG LTD", "GTB Nig Ltd"],
  ["MRS NGOZI EZE (JNR)", "Mrs Ngozi Eze (Jnr)"],
])("%s is shown as %s", (raw, name) => {
  expect(formatPayerName(raw)).toBe(name);
});

test("direction marks and zero-width characters are removed, Arabic letters are not", () => {
  expect(stripInvisibleCharacters("Evil\u202Egpj.exe\u2066 \u0007name\u200B")).toBe("Evilgpj.exe name");
  expect(stripInvisibleCharacters("line\none")).toBe("line one");
  expect(formatPayerName("محمد بلو")).toBe("محمد بلو");
});

test("initials and the public form of a name", () => {
  expect([getInitials("Adaeze Nwosu"), getInitials("Ọmọ́lará"), getInitials("")]).toEqual(["AN", "Ọ", ""]);
  expect([formatPublicName("CHINEDU OKONKWO"), formatPublicName("Tunde")]).toEqual(["Chinedu O.", "Tunde"]);
});

test("an account number is masked except its last four digits; a collection account is grouped", () => {
  expect([maskAccount("0123454471"), maskAccount("4471"), maskAccount("")]).toEqual(["•• 4471", "••", "••"]);
  expect([formatCollectionAccount("9951204773"), formatCollectionAccount("12345")]).toEqual([
    "9951 204 773",
    "12345",
  ]);
});
