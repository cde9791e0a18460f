import { computeMac, isSameSecret, type MacFormat } from "@/lib/security/hmac";
import { decodeJson, optionalObject, scalar, WRONG_TYPE } from "../parsing/message";
import type { RawNotification } from "../provider";
import { decodeCached } from "./decode";

export const SIGNATURE_HEADER = "nomba-signature";
/** The algorithm and encoding of its signatures. */
export const MAC: MacFormat = { algorithm: "sha256", encoding: "base64" };
export const TIMESTAMP_HEADER = "nomba-timestamp";
/** The required values of two optional headers; any other scheme is refused. */
export const SCHEME = {
  "nomba-signature-algorithm": "HmacSHA256",
  "nomba-signature-version": "1.0.0",
} as const;

/** The members that Nomba signs, besides the timestamp. */
const Signed = optionalObject({
  event_type: scalar,
  requestId: scalar,
  data: optionalObject({
    merchant: optionalObject({ userId: scalar, walletId: scalar }),
    transaction: optionalObject({ transactionId: scalar, type: scalar, time: scalar, responseCode: scalar }),
  }),
});

/**
 * Computes the signature of Nomba's scheme 1.0.0 [D][L]: HMAC-SHA256 over nine members joined by colons, base64. A member
 * that is absent, `null`, `"null"` or not a scalar is empty. Throws `SyntaxError` if the body is not JSON.
 */
export function sign(body: Buffer, timestamp: string, secret: string): string {
  return signJson(decodeJson(body), timestamp, secret);
}

function signJson(json: unknown, timestamp: string, secret: string): string {
  const signed = Signed.parse(json);
  const { merchant, transaction } = signed?.data ?? {};
  const members = [
    signed?.event_type,
    signed?.requestId,
    merchant?.userId,
    merchant?.walletId,
    transaction?.transactionId,
    transaction?.type,
    transaction?.time,
    transaction?.responseCode,
    timestamp,
  ];
  const isEmpty = (member: string | null | undefined) =>
    !member || member === "null" || member === WRONG_TYPE;
  const content = members.map((member) => (isEmpty(member) ? "" : member)).join(":");
  return computeMac(MAC, secret, content);
}

/**
 * Whether Nomba signed this notification's nine members with this key (§5). Nomba signs members, not bytes: the amount, the
 * account and the payer are **not** covered, and a re-serialised body with the same members verifies, so a credit needs
 * confirmation before it counts. Nomba's samples compare base64 case-insensitively; this comparison is exact. A body over
 * `BODY_LIMIT_BYTES` is refused unparsed. The signed time's age is not checked: Nomba retries for 95 minutes, and a replay
 * is a duplicate.
 */
export function verify(notification: RawNotification, secret: string): boolean {
  const timestamp = notification.headers.get(TIMESTAMP_HEADER);
  if (!timestamp) return false;
  for (const [header, value] of Object.entries(SCHEME)) {
    if ((notification.headers.get(header) ?? value) !== value) return false;
  }
  try {
    return isSameSecret(
      signJson(decodeCached(notification), timestamp, secret),
      notification.headers.get(SIGNATURE_HEADER),
    );
  } catch {
    return false;
  }
}
