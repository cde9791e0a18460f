import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import type { ProviderName } from "@/lib/env";
import { id, instant, kobo, owner, whole } from "../columns";

export type Channel = "bank_transfer" | "pos";
export type TransactionStatus = "successful" | "pending" | "failed";

/**
 * Every payment's identity, once: whoever records a payment or settles it claims its row first. A settlement that
 * comes before its payment waits here, with no transaction yet. Only recording and settling see this table; it grows
 * by a row a payment and can be distributed by its key.
 */
export const payments = pgTable(
  "payments",
  {
    mode: text("mode").$type<Mode>().notNull(),
    provider: text("provider").$type<ProviderName>().notNull(),
    paymentKey: text("payment_key").notNull(),
    sessionId: id("session", "session_id"),
    transactionId: id("transaction", "transaction_id"),
    settledOn: date("settled_on", { mode: "string" }),
    settlementReference: text("settlement_reference"),
  },
  (table) => [primaryKey({ columns: [table.mode, table.provider, table.paymentKey] })],
);

/**
 * The transactions of §2.5. Written by recording alone, under the session's counter row; only status, settlement and
 * operator ever change. Pages read the primary key backwards, a terminal's activity `transactions_terminal`, an
 * operator's `transactions_operator`, one transaction `transactions_id`, a screen that catches up `transactions_changed`. Grows for ever; no foreign keys, for the
 * statement that writes it has already matched what they would check.
 */
export const transactions = pgTable(
  "transactions",
  {
    sessionId: id("session", "session_id").notNull(),
    /** 1, 2, …: gapless within the session, in the order of recording. */
    number: whole("number").notNull(),
    id: id("transaction", "id").notNull(),
    ...owner(),
    provider: text("provider").$type<ProviderName>().notNull(),
    paymentKey: text("payment_key").notNull(),
    amount: kobo("amount").notNull(),
    currency: text("currency").notNull(),
    channel: text("channel").$type<Channel>().notNull(),
    status: text("status").$type<TransactionStatus>().notNull(),
    senderName: text("sender_name").notNull(),
    senderAccount: text("sender_account").notNull(),
    senderBank: text("sender_bank").notNull(),
    /** The payer's bank as the notice named it, for the dashboard. */
    senderBankName: text("sender_bank_name").notNull(),
    narration: text("narration").notNull(),
    bankRef: text("bank_ref").notNull(),
    paidAt: instant("paid_at").notNull(),
    createdAt: instant("created_at").notNull(),
    fee: kobo("fee"),
    stampDuty: kobo("stamp_duty"),
    terminalId: text("terminal_id"),
    /** 1, 2, …: gapless within the terminal. */
    terminalNumber: whole("terminal_number"),
    operatorId: id("operator", "operator_id"),
    /** The settlement's own calendar date; set once, on successful transactions only. */
    settledOn: date("settled_on", { mode: "string" }),
    noticeId: id("notice", "notice_id").notNull(),
    /** The session's version since which its status and operator are what they are; null: since it was recorded. */
    changedVersion: whole("changed_version"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.number] }),
    index("transactions_changed")
      .on(table.sessionId, table.changedVersion)
      .where(sql`${table.changedVersion} is not null`),
    index("transactions_id").on(table.id),
    uniqueIndex("transactions_terminal")
      .on(table.sessionId, table.terminalId, table.terminalNumber)
      .where(sql`${table.terminalId} is not null`),
    index("transactions_operator")
      .on(table.sessionId, table.operatorId, table.number)
      .where(sql`${table.operatorId} is not null`),
    check("transactions_amount", sql`${table.amount} > 0`),
    check("transactions_status", sql`${table.status} in ('successful', 'pending', 'failed')`),
    check("transactions_channel", sql`${table.channel} in ('bank_transfer', 'pos')`),
  ],
);

/**
 * Payments whose notice is not proof of the amount, until the bank has been asked. Written with the transaction,
 * worked off by the confirming job through `confirmations_due`, removed when the bank has answered.
 */
export const confirmations = pgTable(
  "confirmations",
  {
    sessionId: id("session", "session_id").notNull(),
    transactionId: id("transaction", "transaction_id").notNull(),
    ...owner(),
    provider: text("provider").$type<ProviderName>().notNull(),
    paymentKey: text("payment_key").notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    /** True once asking has been given up and an exception stands in its place. */
    abandoned: boolean("abandoned").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.transactionId] }),
    index("confirmations_due").on(table.dueAt).where(sql`not ${table.abandoned}`),
  ],
);
