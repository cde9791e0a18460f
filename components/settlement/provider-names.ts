const NAMES: Record<string, string> = {
  paystack: "Paystack",
  monnify: "Monnify",
  nomba: "Nomba",
  lenco: "Lenco",
  moniepoint: "Moniepoint",
  flutterwave: "Flutterwave",
  custom: "The bank",
};

/** Returns a provider's name for display. */
export const providerName = (provider: string): string => NAMES[provider] ?? provider;
