import { createECDH, createHash } from "node:crypto";
import { Agent, request } from "undici";
import webPush from "web-push";
import { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { decrypt, encrypt } from "@/lib/security/encryption";
import { createAddressRule } from "@/lib/security/outbound/outbound-address";
import { openSocket } from "@/lib/security/outbound/outbound-connection";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";

const TIMEOUT_MS = 10_000;
/** Push services answer with a few bytes. */
const MAX_ANSWER_BYTES = 16_384;
/** How long a push service keeps a message for a browser that is offline. */
const TIME_TO_LIVE_SECONDS = 12 * 3_600;
/** The largest payload that every push service accepts, 4,096 bytes with encryption (RFC 8030 §7.2), less headers. */
const MAX_TEXT_LENGTH = 600;

const Subscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
export type Subscription = z.output<typeof Subscription>;

const contextOf = (id: Id<"pushSubscription">) => `push_subscriptions.subscription:${id}`;

/** Encrypts a browser's subscription for its row. */
export const encryptSubscription = (id: Id<"pushSubscription">, subscription: Subscription): string =>
  encrypt(JSON.stringify(subscription), contextOf(id));

/** Returns the digest by which a subscription is found, here and in its own browser. */
export const hashEndpoint = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex");

/** The key pair that identifies this deployment to push services, in base64url (VAPID, RFC 8292). */
function vapidKeys(): { publicKey: string; privateKey: string } {
  const privateKey = assertDefined(env().vapidPrivateKey, "a key is generated at the first start");
  const bytes = Buffer.from(privateKey, "base64");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(bytes);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: bytes.toString("base64url") };
}

/** Returns the public key with which browsers subscribe. */
export const getPushKey = (): string => singleton("vapid key", vapidKeys).publicKey;

/** Whom a push service may ask about this deployment. */
function contact(): string {
  const { mailAddress, authUrl } = env();
  if (mailAddress) return `mailto:${mailAddress}`;
  return authUrl.startsWith("https:") ? authUrl : "mailto:operator@localhost.invalid";
}

/** The connections to push services. The address of each is checked when it is opened: an endpoint is a browser's claim. */
const pushServices = () =>
  singleton(
    "push services",
    () =>
      new Agent({
        connect: (target, callback) => {
          const { webhookAllowCidrs } = env();
          openSocket(
            target,
            { isAddressAllowed: createAddressRule(webhookAllowCidrs), resolve: createResolver() },
            callback,
          );
        },
        maxResponseSize: MAX_ANSWER_BYTES,
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      }),
  );

/** What a browser shows. */
export interface PushMessage {
  title: string;
  text: string;
  /** The page of the dashboard that it opens. */
  path: string;
  /** A message replaces an earlier one with the same tag. */
  tag: string;
}

/** The outcome of a message: sent, refused for now, or the subscription has ended. */
export type PushOutcome = { is: "sent" } | { is: "gone" } | { is: "failed"; error: string };

/**
 * Encrypts a message for a browser (RFC 8291), signs it (RFC 8292) and sends it to the browser's push service, over a connection
 * to an allowed address. Redirects are not followed. Never throws.
 */
export async function sendPush(
  id: Id<"pushSubscription">,
  encrypted: string,
  { text, ...message }: PushMessage,
): Promise<PushOutcome> {
  try {
    const subscription = Subscription.parse(JSON.parse(decrypt(encrypted, contextOf(id))));
    const payload = JSON.stringify({ ...message, text: text.slice(0, MAX_TEXT_LENGTH) });
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: contact(), ...singleton("vapid key", vapidKeys) },
      TTL: TIME_TO_LIVE_SECONDS,
      contentEncoding: "aes128gcm",
      urgency: "high",
    });
    const answer = await request(endpoint, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: body ?? null,
      dispatcher: pushServices(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump();
    return outcomeOf(answer.statusCode);
  } catch (thrown) {
    const { code } = (thrown ?? {}) as { code?: unknown };
    return {
      is: "failed",
      error: `The push service was not reached${typeof code === "string" ? ` (${code})` : ""}.`,
    };
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { is: "sent" };
  if (status === 404 || status === 410) return { is: "gone" };
  return { is: "failed", error: `The push service answered ${status}.` };
}
