import { createHmac } from "node:crypto";

/** The three headers by which a receiver knows an event and who sent it (Standard Webhooks 1.0). */
export interface SignatureHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Signs one try of an event with every secret in force, so that a receiver may still hold a rotated one. The id and
 * the body are the same at each try; the timestamp, in seconds, is this try's.
 */
export function signEvent(id: string, body: string, secrets: readonly string[], at: Date): SignatureHeaders {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures.join(" ") };
}
