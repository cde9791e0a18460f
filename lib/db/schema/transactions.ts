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
 * Every payment's identity, once: recording claims its row first. A row without a transaction was made by what came
 * before the payment: a reversal, a settlement line or an exception. Only recording, reversing and settling see this
 * table; it grows by a row a payment and can be distributed by its key.
 */
export const payments = pgTable(
  "payments",
  {
    mode: text("mode").$type<Mode>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    sessionId: id("session", "session_id"),
    transactionId: id("transaction", "transaction_id"),
    /** Whether a reversal, a settlement line or an exception stands under this identity, so that recording must look. */
    needsReview: boolean("needs_review").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.mode, table.bankConnectionId, table.paymentKey] })],
);

/**
 * Identities that a failed confirmation took from their transaction, so that the genuine payment can be recorded
 * (`lib/transactions/payment-confirmation.ts`). Written there, read by `takings verify`. A row per forged or wrong notification.
 */
export const retiredPayments = pgTable("retired_payments", {
  transactionId: id("transaction", "transaction_id").primaryKey(),
  ...owner(),
  sessionId: id("session", "session_id").notNull(),
  bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
  paymentKey: text("payment_key").notNull(),
  retiredAt: instant("retired_at").notNull().defaultNow(),
});

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
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
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
    /** Whether `paid_at` is the time of receipt, because the bank gave no time that can be believed. */
    paidAtIsReceipt: boolean("paid_at_is_receipt").notNull().default(false),
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
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Whether an exception says that the bank has not answered for a day; it is still asked. */
    isOverdue: boolean("is_overdue").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.transactionId] }),
    index("confirmations_due").on(table.dueAt),
  ],
);
