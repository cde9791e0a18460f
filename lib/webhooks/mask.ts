import { maskAccount } from "@/lib/core/payer";

const MEMBER = /"sender_account":("(?:[^"\\]|\\.)*")/;

/** The payer's account number in an event's body (§6); empty where it has none. */
export function accountIn(body: string): string {
  const [, text] = MEMBER.exec(body) ?? [];
  return text ? String(JSON.parse(text)) : "";
}

/** An event's body with the payer's account number down to its last four digits. */
export function maskBody(body: string): string {
  const account = accountIn(body);
  return account
    ? body.replace(MEMBER, () => `"sender_account":${JSON.stringify(maskAccount(account))}`)
    : body;
}

/**
 * The beginning of a receiver's answer without the payer's account number, which receivers echo: also without the first
 * digits of one that the excerpt cuts.
 */
export function maskExcerpt(excerpt: string, account: string): string {
  if (account === "") return excerpt;
  const masked = excerpt.replaceAll(account, maskAccount(account));
  for (let length = account.length - 1; length > 1; length--) {
    if (masked.endsWith(account.slice(0, length))) return `${masked.slice(0, -length)}••`;
  }
  return masked;
}
