import type { Kobo } from "@/lib/core/money";
import type { BankUnrecognised } from "../provider";
import { LARGEST_PAYMENT, readKobo, type Unit } from "./amount";

/** A decimal as text, also with thousands separators or led by the currency. */
const NUMERIC = /^\s*(?:NGN|N|₦)?\s*\+?(\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const isPositive = (text: string) => /[1-9]/.test(NUMERIC.exec(text)?.[1] ?? "");

/**
 * A notification of a kind that is on no list. It names an amount where a member at any depth whose name contains
 * "amount", or a value inside of such a member, is a positive number or numeric text; so does `documented`, the text
 * at the place that the adapter's description gives for the amount.
 */
export function unrecognised(json: unknown, unit: Unit, documented?: string | null): BankUnrecognised {
  const text = documented && isPositive(documented) ? documented : findAmount(json);
  if (text === undefined) return { kind: "unrecognised", namesAmount: false };
  const amount: Kobo | undefined = readKobo(text, unit);
  const isPlausible = amount !== undefined && amount > 0n && amount <= LARGEST_PAYMENT;
  return { kind: "unrecognised", namesAmount: true, ...(isPlausible && { amount }) };
}

/**
 * The text of the outermost amount. It loops instead of recursing, for a body can be nested millions deep, and queues
 * only objects and arrays, which bounds its memory by that of the decoded body.
 */
function findAmount(json: unknown): string | undefined {
  const plain: object[] = [];
  const named: object[] = [];
  const look = (value: unknown, isNamed: boolean): string | undefined => {
    if (typeof value === "string") return isNamed && isPositive(value) ? value : undefined;
    if (typeof value === "object" && value !== null) (isNamed ? named : plain).push(value);
    return undefined;
  };
  look(json, false);
  for (const queue of [plain, named]) {
    for (let at = 0; at < queue.length; at++) {
      const holder = queue[at] ?? [];
      for (const member of Object.keys(holder)) {
        const found = look(Reflect.get(holder, member), queue === named || /amount/i.test(member));
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}
