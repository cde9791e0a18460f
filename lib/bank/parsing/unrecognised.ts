import type { Kobo } from "@/lib/core/money";
import type { BankUnrecognised } from "../provider";
import { MAX_PAYMENT_KOBO, parseKobo, type Unit } from "./amount";

/** A decimal as text, optionally with thousands separators or a currency prefix. */
const NUMERIC = /^\s*(?:(?:NGN|N|₦)\s*)?\+?(\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const isPositive = (text: string) => /[1-9]/.test(NUMERIC.exec(text)?.[1] ?? "");

/**
 * Builds the message of an unlisted kind. It names an amount if `documented`, the text of the configured amount member, or
 * any member whose name contains "amount", or a value nested in one, is a positive number or numeric text.
 */
export function toUnrecognised(json: unknown, unit: Unit, documented?: string | null): BankUnrecognised {
  const text = documented && isPositive(documented) ? documented : findAmount(json);
  if (text === undefined) return { kind: "unrecognised", namesAmount: false };
  const amount: Kobo | undefined = parseKobo(text, unit);
  const isPlausible = amount !== undefined && amount > 0n && amount <= MAX_PAYMENT_KOBO;
  return { kind: "unrecognised", namesAmount: true, ...(isPlausible && { amount }) };
}

/**
 * Finds the text of the outermost amount. Iterates instead of recursing, because a body can be nested millions deep, and
 * queues only objects and arrays, so its memory is bounded by the decoded body.
 */
function findAmount(json: unknown): string | undefined {
  const plain: object[] = [];
  const named: object[] = [];
  const visit = (value: unknown, isNamed: boolean): string | undefined => {
    if (typeof value === "string") return isNamed && isPositive(value) ? value : undefined;
    if (typeof value === "object" && value !== null) (isNamed ? named : plain).push(value);
    return undefined;
  };
  visit(json, false);
  for (const queue of [plain, named]) {
    for (let index = 0; index < queue.length; index++) {
      const parent = queue[index] ?? [];
      for (const member of Object.keys(parent)) {
        const found = visit(Reflect.get(parent, member), queue === named || /amount/i.test(member));
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}
