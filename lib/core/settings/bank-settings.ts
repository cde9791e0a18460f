import { z } from "zod";
import { parseCommaList } from "./setting-schemas";

/** The names of the bank adapters, as used in `BANK_PROVIDERS`. */
export const PROVIDER_NAMES = [
  "paystack",
  "monnify",
  "nomba",
  "lenco",
  "moniepoint",
  "flutterwave",
  "custom",
] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** A comma-separated list of adapters. */
export const providerList = z
  .string()
  .transform(parseCommaList)
  .pipe(
    z
      .array(
        z.enum(PROVIDER_NAMES, { error: `must be a comma-separated list of ${PROVIDER_NAMES.join(", ")}` }),
      )
      .min(1, "must name at least one adapter"),
  );

/** The credentials that each adapter requires in live mode; one of a nested list is sufficient. */
export const REQUIRED_CREDENTIALS: Record<
  ProviderName,
  readonly (CredentialName | readonly CredentialName[])[]
> = {
  paystack: [
    "PAYSTACK_SECRET_KEY",
    "PAYSTACK_PREFERRED_BANK",
    "PAYSTACK_CUSTOMER_EMAIL",
    "PAYSTACK_CUSTOMER_PHONE",
  ],
  monnify: ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_CONTRACT_CODE", ["MONNIFY_BVN", "MONNIFY_NIN"]],
  nomba: ["NOMBA_CLIENT_ID", "NOMBA_CLIENT_SECRET", "NOMBA_ACCOUNT_ID", "NOMBA_SIGNATURE_KEY"],
  lenco: ["LENCO_API_TOKEN"],
  moniepoint: ["MONIEPOINT_WEBHOOK_SECRET"],
  flutterwave: [
    "FLUTTERWAVE_CLIENT_ID",
    "FLUTTERWAVE_CLIENT_SECRET",
    "FLUTTERWAVE_SECRET_HASH",
    "FLUTTERWAVE_CUSTOMER_EMAIL",
    ["FLUTTERWAVE_BVN", "FLUTTERWAVE_NIN"],
  ],
  custom: ["CUSTOM_BANK_SECRET"],
};

/** The credentials that verify bank notifications; generated for test mode, never shared between the modes. */
export const VERIFYING_SECRETS: Record<ProviderName, CredentialName> = {
  paystack: "PAYSTACK_SECRET_KEY",
  monnify: "MONNIFY_SECRET_KEY",
  nomba: "NOMBA_SIGNATURE_KEY",
  lenco: "LENCO_API_TOKEN",
  moniepoint: "MONIEPOINT_WEBHOOK_SECRET",
  flutterwave: "FLUTTERWAVE_SECRET_HASH",
  custom: "CUSTOM_BANK_SECRET",
};

/** All settings whose values come from a bank. */
export const CREDENTIAL_NAMES = [
  "PAYSTACK_SECRET_KEY",
  "PAYSTACK_PREFERRED_BANK",
  "PAYSTACK_CUSTOMER_EMAIL",
  "PAYSTACK_CUSTOMER_PHONE",
  "PAYSTACK_CUSTOMER_FIRST_NAME",
  "PAYSTACK_CUSTOMER_LAST_NAME",
  "PAYSTACK_CUSTOMER_BVN",
  "PAYSTACK_CUSTOMER_BANK_CODE",
  "PAYSTACK_CUSTOMER_ACCOUNT_NUMBER",
  "PAYSTACK_ASSIGN_ACCOUNTS",
  "MONNIFY_API_KEY",
  "MONNIFY_SECRET_KEY",
  "MONNIFY_CONTRACT_CODE",
  "MONNIFY_BVN",
  "MONNIFY_NIN",
  "MONNIFY_PREFERRED_BANK",
  "MONNIFY_CUSTOMER_EMAIL",
  "NOMBA_CLIENT_ID",
  "NOMBA_CLIENT_SECRET",
  "NOMBA_ACCOUNT_ID",
  "NOMBA_SUB_ACCOUNT_ID",
  "NOMBA_SIGNATURE_KEY",
  "LENCO_API_TOKEN",
  "LENCO_BVN",
  "MONIEPOINT_WEBHOOK_SECRET",
  "FLUTTERWAVE_CLIENT_ID",
  "FLUTTERWAVE_CLIENT_SECRET",
  "FLUTTERWAVE_SECRET_HASH",
  "FLUTTERWAVE_CUSTOMER_EMAIL",
  "FLUTTERWAVE_BVN",
  "FLUTTERWAVE_NIN",
  "CUSTOM_BANK_SECRET",
] as const;
export type CredentialName = (typeof CREDENTIAL_NAMES)[number];
export type Credentials = Partial<Record<CredentialName, string>>;

/** Lists the credentials of a bank: those whose name begins with the bank's. */
export function credentialNamesOf(provider: ProviderName): CredentialName[] {
  return CREDENTIAL_NAMES.filter((name) => name.startsWith(`${provider.toUpperCase()}_`));
}

/** Whether a credential must not be displayed: secrets, keys, tokens and numbers of identity. */
export const isSecretCredential = (name: string): boolean =>
  /_(SECRET|KEY|TOKEN|BVN|NIN|NUMBER)$/.test(name) || name.endsWith("_SECRET_KEY");

/** Lists the credentials that a bank requires in live mode and that have no value; alternatives as `A or B`. */
export function missingCredentials(provider: ProviderName, values: Credentials): string[] {
  const needed = REQUIRED_CREDENTIALS[provider].map((names) => [names].flat());
  return needed.filter((names) => names.every((name) => !values[name])).map((names) => names.join(" or "));
}
