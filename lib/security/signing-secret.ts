import { randomBytes } from "node:crypto";

/** Makes a secret that signs outgoing events: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
