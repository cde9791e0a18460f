import { z } from "zod";
import { optional, textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { Instant } from "@/lib/core/time";
import { ALERT_KINDS } from "./labels";

/** Far above the open events of an organisation. */
const MAX_SESSIONS = 200;
const MAX_URL_LENGTH = 2_048;
/** Endpoints and keys of browsers are a few hundred characters. */
const MAX_KEY_LENGTH = 200;

const AlertKindName = z.enum(keysOf(ALERT_KINDS));

/** The time on a clock, `22:30`, in the business's time zone. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:30");

/** Hours in which a member gets nothing; they may pass midnight. */
const QuietHours = z
  .object({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, "must not begin and end at the same time");

/** Which alerts a member gets, and how. */
export const AlertPreferences = z.object({
  kinds: z.array(AlertKindName).max(Object.keys(ALERT_KINDS).length),
  /** Only alerts of these events, besides those of the whole organisation; null: of every event. */
  session_ids: z.array(idSchema("session")).max(MAX_SESSIONS).nullable(),
  by_email: z.boolean(),
  quiet_hours: QuietHours.nullable(),
  /** The hour of the daily summary, in the business's time zone. */
  summary_hour: z.int().min(0).max(23),
});

/** A browser in which the member has turned on push messages. */
const PushBrowser = z.object({
  id: idSchema("pushSubscription"),
  agent: z.string(),
  /** By which a browser recognises itself: the SHA-256 of its push endpoint. */
  endpoint_hash: z.string(),
  created_at: Instant,
});

/** An alert that was sent to the member, or that is held back or failing. */
const AlertSent = z.object({
  id: idSchema("alertDelivery"),
  kind: AlertKindName,
  way: z.enum(["email", "push", "webhook"]),
  title: z.string(),
  text: z.string(),
  /** The page of the dashboard that it leads to. */
  path: z.string(),
  started_at: Instant,
  ended_at: Instant.nullable(),
  sent_at: Instant.nullable(),
  /** When it is sent; null once it was sent or given up. */
  due_at: Instant.nullable(),
  error: z.string().nullable(),
});

/** The organisation's alert address. */
const AlertWebhook = z.object({ url: z.string(), created_at: Instant });

/** Everything on the page of alerts. */
export const AlertSettings = z.object({
  preferences: AlertPreferences,
  /** The address that mail goes to; null: this deployment sends no mail. */
  email: z.string().nullable(),
  browsers: z.array(PushBrowser),
  /** The key with which a browser subscribes (VAPID). */
  push_key: z.string(),
  events: z.array(z.object({ session_id: idSchema("session"), name: z.string() })),
  /** Null for a member who may not see it, and without one. */
  webhook: AlertWebhook.nullable(),
  sent: z.array(AlertSent),
});

/** A browser's push subscription (`PushSubscription.toJSON()`). */
export const PushSubscriptionInput = z.object({
  endpoint: textSchema(MAX_URL_LENGTH),
  keys: z.object({ p256dh: textSchema(MAX_KEY_LENGTH), auth: textSchema(MAX_KEY_LENGTH) }),
  agent: optional(textSchema(MAX_URL_LENGTH)),
});

/** The browser that was turned on or off. */
export const PushBrowserId = z.object({ id: idSchema("pushSubscription") });

/** Request to set the organisation's alert address. */
export const SetAlertWebhook = z.object({ url: textSchema(MAX_URL_LENGTH) });

/** The alert address with the secret that signs its alerts. The secret is returned only here. */
export const NewAlertWebhook = AlertWebhook.extend({ secret: z.string() });

/** Request for a test alert to the member: by mail, or to one browser. */
export const TestAlert = z.union([
  z.object({ way: z.literal("email") }),
  z.object({ way: z.literal("push"), id: idSchema("pushSubscription") }),
]);

/** Whether a test alert arrived, and why not. */
export const TestResult = z.object({ ok: z.boolean(), error: z.string().nullable() });
