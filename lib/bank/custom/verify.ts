import { computeMac, isSameSecret } from "@/lib/security/hmac";
import type { RawNotification } from "../provider";
import { CONTENT_PLACEHOLDER, type CustomBank } from "./config";

type Scheme = CustomBank["signature"];

/** Returns the parts of the signed content; `undefined` if a signed header is missing. */
function signedParts(scheme: Scheme, notification: RawNotification): (string | Buffer)[] | undefined {
  const parts: (string | Buffer)[] = [];
  let end = 0;
  for (const match of scheme.content.matchAll(CONTENT_PLACEHOLDER)) {
    parts.push(scheme.content.slice(end, match.index));
    const value = match[1] === undefined ? notification.body : notification.headers.get(match[1]);
    if (value === null) return undefined;
    parts.push(value);
    end = match.index + match[0].length;
  }
  parts.push(scheme.content.slice(end));
  return parts;
}

/** Computes the signature of a notification; `undefined` if a signed header is missing. */
export function sign(scheme: Scheme, notification: RawNotification, secret: string): string | undefined {
  const parts = signedParts(scheme, notification);
  return parts && computeMac(scheme, secret, ...parts);
}

/** Whether the notification is signed with this secret (§5). Hex must be lower case and base64 padded. */
export function verify(scheme: Scheme, notification: RawNotification, secret: string): boolean {
  const expected = sign(scheme, notification, secret);
  return expected !== undefined && isSameSecret(expected, notification.headers.get(scheme.header));
}
