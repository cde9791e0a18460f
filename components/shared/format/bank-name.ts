/** Returns a bank's display name from its provider's: `paystack` is "Paystack". */
export const bankName = (provider: string): string => provider.charAt(0).toUpperCase() + provider.slice(1);
