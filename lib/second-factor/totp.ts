import { Secret, TOTP } from "otpauth";

/** The parameters that all authenticator apps support (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const TOTP_OPTIONS = { algorithm: "SHA1", digits: 6, period: 30 };
/** Codes of the previous and the next step are accepted too, to tolerate clock skew. */
const STEP_TOLERANCE = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Generates a shared secret in base 32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the time step of a code, at most one step from `atMs`; `undefined` for a wrong code. */
export function findStep(secret: string, code: string, atMs = Date.now()): bigint | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = { ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), timestamp: atMs };
  const delta = TOTP.validate({ ...totp, token, window: STEP_TOLERANCE });
  return delta === null
    ? undefined
    : BigInt(TOTP.counter({ period: TOTP_OPTIONS.period, timestamp: atMs }) + delta);
}

/** Formats the `otpauth:` URI that an authenticator app reads from a QR code. */
export function toUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...TOTP_OPTIONS, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}
