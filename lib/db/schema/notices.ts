import { sql } from "drizzle-orm";
import { customType, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import type { ProviderName } from "@/lib/env";
import { id, instant, kobo } from "../columns";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** What became of a stored notification. */
export const NOTIFICATION_OUTCOMES = [
  "recorded",
  "status",
  "exception",
  "settlement",
  "reversal",
  "ignored",
  "unrecognised",
] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/**
 * Every verified notification, whole: the bytes as they came and the signature that verified them. Written with what it
 * caused, in the same SQL transaction; read by people, by `takings notifications` and by `takings verify`. A repeat that
 * differs in no byte is not stored again. No organisation where it named no account or device of one.
 */
export const notices = pgTable(
  "notices",
  {
    id: id("notice", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id"),
    sessionId: id("session", "session_id"),
    mode: text("mode").$type<Mode>().notNull(),
    provider: text("provider").$type<ProviderName>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    event: text("event").notNull(),
    /** The version of the provider's adapter that read it. */
    adapterVersion: integer("adapter_version").notNull(),
    outcome: text("outcome").$type<NotificationOutcome>().notNull(),
    /** The key of the payment it speaks of; else a settlement's reference or the digest of the body. */
    paymentKey: text("payment_key").notNull(),
    body: bytes("body").notNull(),
    /** SHA-256 of the body, taken when it arrived. */
    digest: bytes("digest").notNull(),
    signature: text("signature").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    index("notices_payment").on(table.mode, table.bankConnectionId, table.paymentKey),
    index("notices_outcome").on(table.outcome, table.id).where(sql`${table.outcome} <> 'recorded'`),
  ],
);

/** Why a notice could not simply be recorded. */
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

/** How an exception ended: the last three are the system's own. `proved` is that of `device_claim` alone. */
export const RESOLUTIONS = [
  "assigned",
  "to_return",
  "noted",
  "accepted",
  "recorded",
  "superseded",
  "proved",
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Money or a notification that needs a person: counted nowhere. Written by recording, settling, reversing and confirming,
 * resolved by `takings exceptions`, on the reconciliation page, or by the payment being recorded after all. One row per
 * fact (`exceptions_fact`), however often the bank repeats it; a new fact after a resolution opens a new row that names
 * the one before.
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
    /** The payment's key, or the digest of a notice that has none. */
    subject: text("subject").notNull(),
    /** Digest of what the notification says: mode, connection, reason, kind, status, account, device, amount, reference. */
    dedupeKey: text("dedupe_key").notNull(),
    /** The exception about the same subject that was resolved before this fact came. */
    previousId: id("exception", "previous_id"),
    amount: kobo("amount").notNull().default(sql`0`),
    /** The other figure, where two differ: kobo as recorded, beside `amount` as the bank states it now. */
    recordedAmount: kobo("recorded_amount"),
    /** What happened, in words. */
    detail: text("detail").notNull(),
    /** The credit as read, so that it can be assigned to a session; null where there is none to assign. */
    credit: jsonb("credit").$type<Record<string, unknown>>(),
    noticeId: id("notice", "notice_id").notNull(),
    createdAt: instant("created_at").notNull(),
    resolvedAt: instant("resolved_at"),
    resolution: text("resolution").$type<Resolution>(),
    note: text("note"),
    transactionId: id("transaction", "transaction_id"),
  },
  (table) => [
    uniqueIndex("exceptions_fact").on(table.dedupeKey),
    index("exceptions_subject").on(table.mode, table.bankConnectionId, table.subject),
    // Whether a device that nobody owns has taken a payment.
    index("exceptions_devices")
      .using("gin", sql`(${table.credit}->'devices') jsonb_path_ops`)
      .where(sql`${table.credit} is not null`),
    index("exceptions_open")
      .on(table.organisationId, table.createdAt)
      .where(sql`${table.resolvedAt} is null`),
  ],
);
