import { createHmac } from "node:crypto";

/** The three headers that identify and authenticate an event (Standard Webhooks 1.0). */
export interface SignatureHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Signs one attempt of an event with every secret in force, so that a receiver may still use a rotated one. The id and
 * the body are the same at each attempt; the timestamp, in seconds, is the attempt's.
 */
export function signEvent(id: string, body: string, secrets: readonly string[], at: Date): SignatureHeaders {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures.join(" ") };
}
