import { mac, sameSecret } from "@/lib/security/hmac";
import type { RawNotice } from "../provider";
import { CONTENT_PIECE, type CustomBank } from "./config";

type Scheme = CustomBank["signature"];

/** What this scheme signs, piece by piece; `undefined` where a header that belongs to it is missing. */
function signedPieces(scheme: Scheme, notice: RawNotice): (string | Buffer)[] | undefined {
  const pieces: (string | Buffer)[] = [];
  let end = 0;
  for (const match of scheme.content.matchAll(CONTENT_PIECE)) {
    pieces.push(scheme.content.slice(end, match.index));
    const value = match[1] === undefined ? notice.body : notice.headers.get(match[1]);
    if (value === null) return undefined;
    pieces.push(value);
    end = match.index + match[0].length;
  }
  pieces.push(scheme.content.slice(end));
  return pieces;
}

/** The signature this scheme puts on a notice; `undefined` where a header that it signs is missing. */
export function sign(scheme: Scheme, notice: RawNotice, secret: string): string | undefined {
  const pieces = signedPieces(scheme, notice);
  return pieces && mac(scheme, secret, ...pieces);
}

/** Whether the notice was signed by this scheme with this secret (§5): hex in lower case, base64 padded, exactly. */
export function verify(scheme: Scheme, notice: RawNotice, secret: string): boolean {
  const expected = sign(scheme, notice, secret);
  return expected !== undefined && sameSecret(expected, notice.headers.get(scheme.header));
}
