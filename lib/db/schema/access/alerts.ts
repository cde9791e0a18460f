import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Id } from "@/lib/core/ids";
import { id, instant } from "../../columns";
import { members } from "./organisations";

/** The kinds of alerts. */
export const ALERT_KINDS = [
  "terminal_inactive",
  "exception_open",
  "endpoint_failing",
  "bank_silent",
  "daily_summary",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The ways in which an alert reaches somebody. */
export const ALERT_WAYS = ["email", "push", "webhook"] as const;
export type AlertWay = (typeof ALERT_WAYS)[number];

/** The details of a cause, without payers' data and account numbers. */
export type CauseDetails = Record<string, unknown>;

/**
 * Which alerts a member gets, and how. Written by the member on the alerts page, read by the alert loop. One row per member who
 * has changed the page.
 */
export const alertPreferences = pgTable(
  "alert_preferences",
  {
    memberId: id("member", "member_id")
      .primaryKey()
      .references(() => members.id, { onDelete: "cascade" }),
    organisationId: id("organisation", "organisation_id").notNull(),
    kinds: text("kinds").array().$type<AlertKind[]>().notNull(),
    /** Only alerts of these sessions, besides those of the whole organisation; null: of every session. */
    sessionIds: text("session_ids").array().$type<Id<"session">[]>(),
    byEmail: boolean("by_email").notNull(),
    /** Quiet hours, as minutes of the day in the business's time zone; null without them. */
    quietFrom: integer("quiet_from"),
    quietTo: integer("quiet_to"),
    /** The hour of the daily summary, and since when it is wanted at that hour. */
    summaryHour: integer("summary_hour").notNull(),
    summarySince: instant("summary_since").notNull(),
  },
  (table) => [
    index("alert_preferences_organisation").on(table.organisationId),
    check("alert_preferences_quiet", sql`(${table.quietFrom} is null) = (${table.quietTo} is null)`),
  ],
);

/** The browsers in which members have turned on push messages. Written on the alerts page; deleted when the push service says so. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id("pushSubscription", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    memberId: id("member", "member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** SHA-256 of the endpoint, by which a browser's subscription is found. */
    endpointHash: text("endpoint_hash").notNull(),
    /** Endpoint and keys of the browser's subscription as JSON, encrypted (`lib/alerts/sending/push`): they allow to send to it. */
    subscription: text("subscription").notNull(),
    /** The truncated user agent, to identify the browser on screens. */
    agent: text("agent").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("push_subscriptions_endpoint").on(table.memberId, table.endpointHash),
    index("push_subscriptions_organisation").on(table.organisationId),
    check("push_subscriptions_encrypted", sql`${table.subscription} like 'v1.%'`),
  ],
);

/** The address to which an organisation's alerts are sent as signed webhooks. Written by owners; one row at most. */
export const alertWebhooks = pgTable(
  "alert_webhooks",
  {
    organisationId: id("organisation", "organisation_id").primaryKey(),
    url: text("url").notNull(),
    /** `whsec_` and 32 random bytes in base64 (Standard Webhooks), encrypted. */
    secret: text("secret").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [check("alert_webhooks_encrypted", sql`${table.secret} like 'v1.%'`)],
);

/**
 * When the alert loop checks an organisation next; only organisations with a recipient of alerts have a row. The lock on the
 * row, held for one check, prevents other processes from checking at the same time. Read through `alert_checks_due`.
 */
export const alertChecks = pgTable(
  "alert_checks",
  {
    organisationId: id("organisation", "organisation_id").primaryKey(),
    dueAt: instant("due_at").notNull().defaultNow(),
  },
  (table) => [index("alert_checks_due").on(table.dueAt)],
);

/**
 * What alerts are about: one row from the moment at which a condition begins to hold until it no longer does. Written by the
 * alert loop; `alert_causes_open` allows one open row per subject, so that each cause is reported once. Rows are deleted a month
 * after their end.
 */
export const alertCauses = pgTable(
  "alert_causes",
  {
    id: id("alertCause", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    kind: text("kind").$type<AlertKind>().notNull(),
    /** What the condition holds for: a terminal, an exception, a webhook endpoint, a bank connection, an hour. */
    subject: text("subject").notNull(),
    /** The sessions that it concerns; empty: the whole organisation. */
    sessionIds: text("session_ids").array().$type<Id<"session">[]>().notNull(),
    details: jsonb("details").$type<CauseDetails>().notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("alert_causes_open")
      .on(table.organisationId, table.kind, table.subject)
      .where(sql`${table.endedAt} is null`),
    index("alert_causes_ended").on(table.organisationId, table.endedAt),
  ],
);

/**
 * The alerts to send: one row per cause and recipient, inserted with the cause. Claimed with a lease by the alert loop through
 * `alert_deliveries_due`; `alert_deliveries_once` is why a recipient gets a cause once.
 */
export const alertDeliveries = pgTable(
  "alert_deliveries",
  {
    id: id("alertDelivery", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    causeId: id("alertCause", "cause_id")
      .notNull()
      .references(() => alertCauses.id, { onDelete: "cascade" }),
    way: text("way").$type<AlertWay>().notNull(),
    /** The member's id, the push subscription's, or the organisation's for its webhook. */
    recipient: text("recipient").notNull(),
    /** Null for the organisation's webhook. */
    memberId: id("member", "member_id").references(() => members.id, { onDelete: "cascade" }),
    /** When it is sent, or sent again; null once it was sent or given up. */
    dueAt: instant("due_at"),
    attemptCount: integer("attempt_count").notNull().default(0),
    sentAt: instant("sent_at"),
    /** Why the last attempt failed, or why it was given up. */
    error: text("error"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("alert_deliveries_once").on(table.causeId, table.way, table.recipient),
    index("alert_deliveries_due")
      .on(table.organisationId, table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index("alert_deliveries_member").on(table.memberId, table.createdAt),
  ],
);
