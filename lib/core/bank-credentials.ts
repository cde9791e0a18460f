/** The adapters that may call the bank webhook, by the names `BANK_PROVIDERS` takes. */
export const PROVIDER_NAMES = ["paystack", "monnify", "nomba", "lenco", "moniepoint", "custom"] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What each adapter must be given before it may serve in live mode. */
export const REQUIRED_CREDENTIALS: Record<ProviderName, readonly CredentialName[]> = {
  paystack: ["PAYSTACK_SECRET_KEY", "PAYSTACK_PREFERRED_BANK", "PAYSTACK_CUSTOMER_EMAIL"],
  monnify: ["MONNIFY_API_KEY", "MONNIFY_SECRET_KEY", "MONNIFY_CONTRACT_CODE", "MONNIFY_BVN"],
  nomba: ["NOMBA_CLIENT_ID", "NOMBA_CLIENT_SECRET", "NOMBA_ACCOUNT_ID", "NOMBA_SIGNATURE_KEY"],
  lenco: ["LENCO_API_TOKEN"],
  moniepoint: ["MONIEPOINT_WEBHOOK_SECRET"],
  custom: ["CUSTOM_BANK_SECRET"],
};

/** The credentials that verify a notice: generated for test mode, never shared between the modes. */
export const VERIFYING_SECRETS: Record<ProviderName, CredentialName> = {
  paystack: "PAYSTACK_SECRET_KEY",
  monnify: "MONNIFY_SECRET_KEY",
  nomba: "NOMBA_SIGNATURE_KEY",
  lenco: "LENCO_API_TOKEN",
  moniepoint: "MONIEPOINT_WEBHOOK_SECRET",
  custom: "CUSTOM_BANK_SECRET",
};

/** Every credential of a bank, by the name of its setting. */
export const CREDENTIAL_NAMES = [
  "PAYSTACK_SECRET_KEY",
  "PAYSTACK_PREFERRED_BANK",
  "PAYSTACK_CUSTOMER_EMAIL",
  "MONNIFY_API_KEY",
  "MONNIFY_SECRET_KEY",
  "MONNIFY_CONTRACT_CODE",
  "MONNIFY_BVN",
  "NOMBA_CLIENT_ID",
  "NOMBA_CLIENT_SECRET",
  "NOMBA_ACCOUNT_ID",
  "NOMBA_SIGNATURE_KEY",
  "LENCO_API_TOKEN",
  "MONIEPOINT_WEBHOOK_SECRET",
  "CUSTOM_BANK_SECRET",
] as const;
export type CredentialName = (typeof CREDENTIAL_NAMES)[number];
export type Credentials = Partial<Record<CredentialName, string>>;
