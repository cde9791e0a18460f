import type { z } from "zod";
import type { AccountChoices, AttachableConnections, AttachedAccount } from "@/lib/accounts/contract";

export type AttachableConnectionsJson = z.input<typeof AttachableConnections>;
export type AttachableConnectionJson = AttachableConnectionsJson["connections"][number];
export type AccountChoicesJson = z.input<typeof AccountChoices>;
export type AccountChoiceJson = AccountChoicesJson["accounts"][number];
export type AttachedAccountJson = z.input<typeof AttachedAccount>;

/** Returns the accounts whose number, bank and name together contain every word of the search text. */
export function searchAccounts(accounts: readonly AccountChoiceJson[], text: string): AccountChoiceJson[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return accounts.filter(({ account_number, bank_name, name }) => {
    const searched = `${account_number} ${bank_name} ${name}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
