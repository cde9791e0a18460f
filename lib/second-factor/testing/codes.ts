import { Secret, TOTP } from "otpauth";

const PERIOD_MS = 30_000;

/** Generates the code that an authenticator app shows `stepsFromNow` steps from now. */
export function generateCode(secret: string, stepsFromNow = 0): string {
  const timestamp = Date.now() + stepsFromNow * PERIOD_MS;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}
