import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";

/** What every authenticator app supports (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 };
/** Codes of the step before and the step after are accepted too: clocks differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Makes a shared secret, in base 32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The step whose code this is, by a clock that is off by one step at most; `undefined` for a wrong code. */
export function findStep(secret: string, code: string, atMs = Date.now()): bigint | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = { ...FORM, secret: Secret.fromBase32(secret), timestamp: atMs };
  const delta = TOTP.validate({ ...totp, token, window: WINDOW });
  return delta === null ? undefined : BigInt(TOTP.counter({ period: FORM.period, timestamp: atMs }) + delta);
}

/** The address that an authenticator app reads from a QR code. */
export function toUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...FORM, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** A QR code as an SVG path over a square of `size` units, without a border. */
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
