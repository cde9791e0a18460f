/** Guarantee: a payer's name reads as a name, and nothing that a payer writes can turn the page around. */
import { expect, test } from "vitest";
import {
  groupAccount,
  initialsOf,
  maskAccount,
  payerName,
  publicName,
  stripInvisibleCharacters,
} from "./payer";

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
  expect(payerName(raw)).toBe(name);
});

test("marks of direction and zero-width characters are gone, an Arabic name is not", () => {
  expect(stripInvisibleCharacters("Evil\u202Egpj.exe\u2066 \u0007name\u200B")).toBe("Evilgpj.exe name");
  expect(stripInvisibleCharacters("line\none")).toBe("line one");
  expect(payerName("محمد بلو")).toBe("محمد بلو");
});

test("initials and the public form of a name", () => {
  expect([initialsOf("Adaeze Nwosu"), initialsOf("Ọmọ́lará"), initialsOf("")]).toEqual(["AN", "Ọ", ""]);
  expect([publicName("CHINEDU OKONKWO"), publicName("Tunde")]).toEqual(["Chinedu O.", "Tunde"]);
});

test("an account shows its last four digits at most, a collection account all of them in groups", () => {
  expect([maskAccount("0123454471"), maskAccount("4471"), maskAccount("")]).toEqual(["•• 4471", "••", "••"]);
  expect([groupAccount("9951204773"), groupAccount("12345")]).toEqual(["9951 204 773", "12345"]);
});
