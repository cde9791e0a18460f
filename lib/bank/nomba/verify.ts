import { type MacForm, mac, sameSecret } from "@/lib/security/hmac";
import { decodeJson, optionalObject, scalar, WRONG_TYPE } from "../parsing/message";
import type { RawNotice } from "../provider";
import { decodeOnce } from "./decode";

export const SIGNATURE_HEADER = "nomba-signature";
/** How its signatures are made and written. */
export const MAC: MacForm = { algorithm: "sha256", encoding: "base64" };
export const TIMESTAMP_HEADER = "nomba-timestamp";
/** What the other two headers must say where they are sent; any other scheme is refused. */
export const SCHEME = {
  "nomba-signature-algorithm": "HmacSHA256",
  "nomba-signature-version": "1.0.0",
} as const;

/** The members Nomba signs, besides its time. */
const Signed = optionalObject({
  event_type: scalar,
  requestId: scalar,
  data: optionalObject({
    merchant: optionalObject({ userId: scalar, walletId: scalar }),
    transaction: optionalObject({ transactionId: scalar, type: scalar, time: scalar, responseCode: scalar }),
  }),
});

/**
 * The signature of Nomba's scheme 1.0.0 [D][L]: HMAC-SHA256 over nine members of the notice joined by colons, base64.
 * A member that is absent, `null`, `"null"` or no scalar is an empty slot. Throws `SyntaxError` on a body that is no
 * JSON.
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
  return mac(MAC, secret, content);
}

/**
 * Whether Nomba signed this notice's nine members with this signature key (§5). Nomba signs members, not bytes: the
 * amount, the account and the payer are **not** covered, and a body written anew with the same members verifies. So
 * such a credit asks for confirmation before it counts. Its samples ignore the case of base64; here it counts.
 * A body over `BODY_LIMIT_BYTES` is refused unparsed.
 * The time is signed but not judged by age: Nomba tries again for 95 minutes, and a replay is a duplicate.
 */
export function verify(notice: RawNotice, secret: string): boolean {
  const timestamp = notice.headers.get(TIMESTAMP_HEADER);
  if (!timestamp) return false;
  for (const [header, value] of Object.entries(SCHEME)) {
    if ((notice.headers.get(header) ?? value) !== value) return false;
  }
  try {
    return sameSecret(signJson(decodeOnce(notice), timestamp, secret), notice.headers.get(SIGNATURE_HEADER));
  } catch {
    return false;
  }
}
