import { z } from "zod";
import { BankCredit } from "@/lib/bank";

/** Serialises a credit to JSON text. */
export function stringifyCredit(credit: BankCredit): string {
  return JSON.stringify(z.encode(BankCredit, credit));
}

/** Parses a stored credit. Throws if the stored JSON is not a credit. */
export function parseCredit(stored: unknown): BankCredit {
  return BankCredit.parse(stored);
}
