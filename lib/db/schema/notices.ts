import { sql } from "drizzle-orm";
import { customType, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import type { ProviderName } from "@/lib/env";
import { id, instant, kobo } from "../columns";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Every verified notice, whole: the bytes as they came and the headers that verify them. Written with what it caused,
 * in the same SQL transaction; read by people. A repeat that differs in no byte is not kept again. No organisation
 * where it named nobody's account.
 */
export const notices = pgTable(
  "notices",
  {
    id: id("notice", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id"),
    sessionId: id("session", "session_id"),
    mode: text("mode").$type<Mode>().notNull(),
    provider: text("provider").$type<ProviderName>().notNull(),
    event: text("event").notNull(),
    /** The key of the payment it speaks of; else a settlement's reference or the digest of the body. */
    paymentKey: text("payment_key").notNull(),
    body: bytes("body").notNull(),
    signature: text("signature").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("notices_payment").on(table.mode, table.provider, table.paymentKey)],
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
  "not_confirmed",
  "reversal",
  "unreadable",
] as const;
export type ExceptionReason = (typeof EXCEPTION_REASONS)[number];

/**
 * Money or a notice that needs a person: counted nowhere. Written by recording, settling and confirming, resolved by
 * `takings exceptions`. Once for each (payment or notice, reason, amount), however often the bank repeats it.
 */
export const exceptions = pgTable(
  "exceptions",
  {
    id: id("exception", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id"),
    sessionId: id("session", "session_id"),
    mode: text("mode").$type<Mode>().notNull(),
    provider: text("provider").$type<ProviderName>().notNull(),
    reason: text("reason").$type<ExceptionReason>().notNull(),
    /** The payment's key, or the digest of a notice that has none. */
    subject: text("subject").notNull(),
    amount: kobo("amount").notNull().default(sql`0`),
    /** What happened, in words. */
    detail: text("detail").notNull(),
    /** The credit as read, so that it can be assigned to a session; null where there is none to assign. */
    credit: jsonb("credit").$type<Record<string, unknown>>(),
    noticeId: id("notice", "notice_id").notNull(),
    createdAt: instant("created_at").notNull(),
    resolvedAt: instant("resolved_at"),
    resolution: text("resolution").$type<"assigned" | "to_return" | "noted">(),
    note: text("note"),
    transactionId: id("transaction", "transaction_id"),
  },
  (table) => [
    uniqueIndex("exceptions_subject").on(
      table.mode,
      table.provider,
      table.subject,
      table.reason,
      table.amount,
    ),
    index("exceptions_open")
      .on(table.organisationId, table.createdAt)
      .where(sql`${table.resolvedAt} is null`),
  ],
);
