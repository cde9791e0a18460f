/** Returns the e-mail address of a session's customer at a bank: the configured address plus the session's id (RFC 5233). */
export function toCustomerEmail(address: string, reference: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${reference}${address.slice(at)}`;
}

/** Returns the session id in the e-mail address of a customer; `""` if it is not one of `toCustomerEmail`. */
export function referenceOfEmail(email: string | null | undefined): string {
  return /\+(ses_[0-9a-z]+)@[^@]+$/.exec(email ?? "")?.[1] ?? "";
}

/** Splits a name into a first and a last name, which banks require of a customer; a single word gets the last name `Event`. */
export function splitName(name: string): { first: string; last: string } {
  const words = name.trim().split(/\s+/);
  return words.length === 1
    ? { first: name.trim(), last: "Event" }
    : { first: words.slice(0, -1).join(" "), last: words.at(-1) ?? "" };
}
