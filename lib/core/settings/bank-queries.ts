import { z } from "zod";
import { type Kobo, parseNaira } from "../money";
import { PROVIDER_NAMES, type ProviderName } from "./bank-settings";
import { parseCommaList, wholeNumber } from "./setting-schemas";

/** When the bank's own record must confirm a live payment: at all amounts, at none, or above this amount. */
type ConfirmationRule = "always" | "never" | { aboveKobo: Kobo };
export type ConfirmationRules = Partial<Record<ProviderName, ConfirmationRule>>;

const RULES_PROBLEM = "must be a comma-separated list such as paystack:always,monnify:50000 (naira)";

function parseRule(text: string | undefined): ConfirmationRule | undefined {
  if (text === "always" || text === "never") return text;
  const aboveKobo = text === undefined ? undefined : parseNaira(text);
  return aboveKobo === undefined ? undefined : { aboveKobo };
}

function parseRules(text: string): ConfirmationRules | undefined {
  const rules: ConfirmationRules = {};
  for (const entry of parseCommaList(text)) {
    const [name, value, ...rest] = entry.split(":").map((part) => part.trim());
    const provider = PROVIDER_NAMES.find((one) => one === name);
    const rule = parseRule(value);
    if (!provider || rule === undefined || rules[provider] !== undefined || rest.length > 0) return undefined;
    rules[provider] = rule;
  }
  return rules;
}

/** The settings of what the service asks the banks by itself, as they are written in the environment. */
export const BANK_QUERY_SETTINGS = {
  BANK_CONFIRMATION: z
    .string()
    .transform((text, context) => {
      const rules = parseRules(text);
      if (!rules) context.addIssue({ code: "custom", message: RULES_PROBLEM });
      return rules ?? {};
    })
    .default({}),
  BANK_CATCH_UP_SECONDS: wholeNumber(0, 86_400).default(300),
  ACCOUNT_CLOSE_AFTER_DAYS: z
    .literal("never")
    .transform(() => null)
    .or(wholeNumber(0, 3650))
    .default(7),
};

/** Returns the typed settings of what the service asks the banks by itself. */
export function resolveBankQueries(
  raw: {
    [Name in keyof typeof BANK_QUERY_SETTINGS]: z.output<(typeof BANK_QUERY_SETTINGS)[Name]>;
  },
) {
  return {
    /** For each bank, when its own record must confirm a live payment; never for a bank that is not listed. */
    bankConfirmation: raw.BANK_CONFIRMATION,
    /** The interval at which the banks' lists of payments are read, in seconds; 0: only by command. */
    bankCatchUpSeconds: raw.BANK_CATCH_UP_SECONDS,
    /** How long after an event's close its account is closed at the bank, in days; null: never. */
    accountCloseAfterDays: raw.ACCOUNT_CLOSE_AFTER_DAYS,
  };
}
