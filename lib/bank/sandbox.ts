import { createHash } from "node:crypto";
import type { IssuedAccount } from "./provider";

/** The bank whose numbers the sandbox makes; real, so that its check digits are. */
const SANDBOX_BANK = { code: "035", name: "Wema Bank" };
/** The weights of the bank's six digits, then of the nine of the serial number (CBN, NUBAN standard of 2020). */
const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/** A bank's code as six digits: three are padded with zeros, the five of a microfinance bank are led by a nine. */
function sixDigits(bankCode: string): string {
  return bankCode.length === 5 ? `9${bankCode}` : bankCode.padStart(6, "0");
}

function checkDigit(bankCode: string, serial: string): number {
  const digits = [...sixDigits(bankCode), ...serial].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (WEIGHTS[index] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether a text is an account number that this bank can have issued: ten digits, the last of which checks the rest. */
export function isValidNuban(bankCode: string, account: string): boolean {
  const wellFormed = /^\d{10}$/.test(account) && /^(\d{3}|\d{5}|\d{6})$/.test(bankCode);
  return wellFormed && checkDigit(bankCode, account.slice(0, 9)) === Number(account[9]);
}

/**
 * An account number for test mode, with a true check digit and no bank asked. The same session and attempt give the
 * same number; two sessions can meet in one (a billion serials), then the next attempt gives another.
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
