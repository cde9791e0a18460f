import { createHash } from "node:crypto";
import type { IssuedAccount } from "./provider";

/** The bank of sandbox account numbers; a real bank, so that the check digits are valid. */
const SANDBOX_BANK = { code: "035", name: "Wema Bank" };
/** The weights of the six bank digits and the nine serial digits (CBN, NUBAN standard of 2020). */
const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/** Converts a bank code to six digits: three digits are padded with zeros, five (microfinance) get a leading nine. */
function sixDigits(bankCode: string): string {
  return bankCode.length === 5 ? `9${bankCode}` : bankCode.padStart(6, "0");
}

function checkDigit(bankCode: string, serial: string): number {
  const digits = [...sixDigits(bankCode), ...serial].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (WEIGHTS[index] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether a text is a valid account number of this bank: ten digits with a correct check digit. */
export function isValidNuban(bankCode: string, account: string): boolean {
  const wellFormed = /^\d{10}$/.test(account) && /^(\d{3}|\d{5}|\d{6})$/.test(bankCode);
  return wellFormed && checkDigit(bankCode, account.slice(0, 9)) === Number(account[9]);
}

/**
 * Generates a test account with a valid check digit, without calling a bank. The same session and attempt give the same
 * number. Two sessions can collide (a billion serials); the next attempt then gives another number.
 */
export function issueSandboxAccount(sessionId: string, name: string, attempt = 0): IssuedAccount {
  const hash = createHash("sha256").update(`${sessionId}:${attempt}`).digest();
  const serial = (hash.readUIntBE(0, 6) % 1_000_000_000).toString().padStart(9, "0");
  return {
    accountNumber: `${serial}${checkDigit(SANDBOX_BANK.code, serial)}`,
    bankName: SANDBOX_BANK.name,
    bankCode: SANDBOX_BANK.code,
    bankAccountName: `SANDBOX / ${name}`,
  };
}
