import { maskAccount } from "@/lib/core/format/payer-format";

const ACCOUNT_MEMBER = /"sender_account":("(?:[^"\\]|\\.)*")/;

/** Finds the payer's account number in an event's body (§6). Returns "" if there is none. */
export function findAccount(body: string): string {
  const [, text] = ACCOUNT_MEMBER.exec(body) ?? [];
  return text ? String(JSON.parse(text)) : "";
}

/** Masks the payer's account number in an event's body to its last four digits. */
export function maskBody(body: string): string {
  const account = findAccount(body);
  return account
    ? body.replace(ACCOUNT_MEMBER, () => `"sender_account":${JSON.stringify(maskAccount(account))}`)
    : body;
}

/**
 * Masks the payer's account number in the beginning of a receiver's response, because receivers echo events. Also masks
 * two or more leading digits of the number at the end, where the excerpt cuts it.
 */
export function maskExcerpt(excerpt: string, account: string): string {
  if (account === "") return excerpt;
  const masked = excerpt.replaceAll(account, maskAccount(account));
  for (let length = account.length - 1; length > 1; length--) {
    if (masked.endsWith(account.slice(0, length))) return `${masked.slice(0, -length)}••`;
  }
  return masked;
}
