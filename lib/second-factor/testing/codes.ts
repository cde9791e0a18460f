import { Secret, TOTP } from "otpauth";

const PERIOD_MS = 30_000;

/** The code that an authenticator app shows, or showed or will show some steps from now. */
export function codeOf(secret: string, stepsFromNow = 0): string {
  const timestamp = Date.now() + stepsFromNow * PERIOD_MS;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}
