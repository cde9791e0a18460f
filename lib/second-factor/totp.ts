import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";

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

/** Encodes text as a QR code: an SVG path over a square of `size` units, without a border. */
export function toQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      const width = (end < 0 ? size : end) - x;
      return [`M${x} ${y}h${width}v1h-${width}z`];
    }),
  );
  return { size, path: runs.join("") };
}
