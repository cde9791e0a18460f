import { sql } from "drizzle-orm";
import { customType, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import type { ProviderName } from "@/lib/env";
import { id, instant, kobo } from "../../columns";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The outcomes of stored bank notifications. */
export const NOTIFICATION_OUTCOMES = [
  "recorded",
  "status",
  "exception",
  "settlement",
  "reversal",
  "ignored",
  "unrecognised",
  "unrelated",
] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/**
 * All verified bank notifications, with the raw body and its signature. Written in the SQL transaction of their
 * effects; read by people, by `takings notifications` and by `takings verify`. A byte-identical repeat is not stored
 * again. The organisation is null if the notification names none of an organisation's accounts or devices.
 */
export const bankNotifications = pgTable(
  "bank_notifications",
  {
    id: id("notification", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id"),
    sessionId: id("session", "session_id"),
    mode: text("mode").$type<Mode>().notNull(),
    provider: text("provider").$type<ProviderName>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    event: text("event").notNull(),
    /** The version of the provider's adapter that parsed it. */
    adapterVersion: integer("adapter_version").notNull(),
    outcome: text("outcome").$type<NotificationOutcome>().notNull(),
    /** The key of its payment; otherwise a settlement's reference or the digest of the body. */
    correlationKey: text("correlation_key").notNull(),
    /** Empty since it was dropped (`lib/notification-retention`). */
    body: bytes("body").notNull(),
    /** SHA-256 of the body, computed on receipt. */
    digest: bytes("digest").notNull(),
    /** SHA-256 of `body` as it is kept since the payer's data was erased from it (`lib/payers`) or it was dropped; null before. */
    erasedDigest: bytes("erased_digest"),
    signature: text("signature").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    index("bank_notifications_payment").on(table.mode, table.bankConnectionId, table.correlationKey),
    index("bank_notifications_outcome")
      .on(table.outcome, table.id)
      .where(sql`${table.outcome} <> 'recorded'`),
  ],
);

/**
 * Payments at an organisation's own connection that name no account or device of the service, with what later finds them:
 * they may be those of the organisation's other business. Written and deleted with the outcome `unrelated` of their
 * notification; processed again when an account is attached or a device is paired. As many rows as such payments.
 */
export const unrelatedPayments = pgTable(
  "unrelated_payments",
  {
    notificationId: id("notification", "notification_id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    /** The credited account as the bank names it, or `""`. */
    account: text("account").notNull(),
    devices: text("devices").array().notNull(),
  },
  (table) => [
    index("unrelated_payments_account").on(table.bankConnectionId, table.account),
    index("unrelated_payments_devices").using("gin", table.devices),
  ],
);

/** Why a notification opened an exception. */
export const EXCEPTION_REASONS = [
  "unknown_destination",
  "session_closed",
  "conflicting_repeat",
  "contradicting_status",
  "unsupported_channel",
  "unsupported_currency",
  "settlement_mismatch",
  "settlement_unreported",
  "settlement_unreadable",
  "not_confirmed",
  "reversal",
  "unreadable",
  "unrecognised",
  "device_claim",
] as const;
export type ExceptionReason = (typeof EXCEPTION_REASONS)[number];

/** How an exception was resolved; the last three are set by the system. `proved` is only for `device_claim`. */
export const RESOLUTIONS = [
  "assigned",
  "to_refund",
  "dismissed",
  "accepted",
  "recorded",
  "superseded",
  "proved",
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Payments and notifications that need a person; not included in any total. Written by recording, settlement,
 * reversal and confirmation; resolved with `takings exceptions`, on the reconciliation page, or when the payment is
 * recorded after all. One row per fact (`exceptions_fact`), however often the bank repeats it; a new fact after a
 * resolution opens a new row that refers to the previous one.
 */
export const exceptions = pgTable(
  "exceptions",
  {
    id: id("exception", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id"),
    sessionId: id("session", "session_id"),
    mode: text("mode").$type<Mode>().notNull(),
    provider: text("provider").$type<ProviderName>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    reason: text("reason").$type<ExceptionReason>().notNull(),
    /** The payment's key, or the digest of a notification without one. */
    correlationKey: text("correlation_key").notNull(),
    /** Digest of mode, connection, reason, kind, status, account, device, amount and reference. */
    dedupeKey: text("dedupe_key").notNull(),
    /** The resolved exception with the same key that preceded this one. */
    previousId: id("exception", "previous_id"),
    amount: kobo("amount").notNull().default(sql`0`),
    /** The recorded amount in kobo, if it differs from `amount` as the bank now states it. */
    recordedAmount: kobo("recorded_amount"),
    /** A description for people. */
    detail: text("detail").notNull(),
    /** The parsed credit, which can be assigned to a session; null if there is none. */
    credit: jsonb("credit").$type<Record<string, unknown>>(),
    notificationId: id("notification", "notification_id").notNull(),
    createdAt: instant("created_at").notNull(),
    resolvedAt: instant("resolved_at"),
    resolution: text("resolution").$type<Resolution>(),
    note: text("note"),
    transactionId: id("transaction", "transaction_id"),
  },
  (table) => [
    uniqueIndex("exceptions_fact").on(table.dedupeKey),
    index("exceptions_correlation_key").on(table.mode, table.bankConnectionId, table.correlationKey),
    // Finds payments on devices without an owner.
    index("exceptions_devices")
      .using("gin", sql`(${table.credit}->'devices') jsonb_path_ops`)
      .where(sql`${table.credit} is not null`),
    index("exceptions_session").on(table.organisationId, table.mode, table.sessionId, table.createdAt),
    index("exceptions_open")
      .on(table.organisationId, table.createdAt)
      .where(sql`${table.resolvedAt} is null`),
  ],
);
