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
import type { Channel, TransactionStatus } from "@/lib/core/transaction";
import type { ProviderName } from "@/lib/env";
import { bigintColumn, id, instant, kobo, owner } from "../../columns";

/**
 * The unique identities of payments; recording claims the row first. A row without a transaction was created by a
 * reversal, a settlement line or an exception that came before the payment. Used only by recording, reversal and
 * settlement; one row per payment; can be sharded by its key.
 */
export const paymentIdentities = pgTable(
  "payment_identities",
  {
    mode: text("mode").$type<Mode>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    sessionId: id("session", "session_id"),
    transactionId: id("transaction", "transaction_id"),
    /**
     * Whether a reversal, a settlement line or an exception exists for this identity, which recording must then read.
     */
    needsReview: boolean("needs_review").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.mode, table.bankConnectionId, table.paymentKey] })],
);

/**
 * Identities that a failed confirmation removed from their transaction, so that the genuine payment can be recorded
 * (`lib/transactions/confirmation/confirm-due.ts`). Written there, read by `takings verify`. One row per forged or wrong
 * notification.
 */
export const retiredPayments = pgTable(
  "retired_payments",
  {
    transactionId: id("transaction", "transaction_id").notNull(),
    ...owner(),
    sessionId: id("session", "session_id").notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    retiredAt: instant("retired_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.transactionId] })],
);

/**
 * The transactions of §2.5. Written only by recording, under the lock of the session's row in `session_states`; only
 * status, settlement and operator can change. Pages use the primary key backwards, a terminal's activity
 * `transactions_terminal`, an operator's list `transactions_operator`, single lookups `transactions_id`, screens that
 * reconnect `transactions_changed`. Rows are never deleted. No foreign keys: the recording statement has already
 * matched the referenced rows.
 */
export const transactions = pgTable(
  "transactions",
  {
    sessionId: id("session", "session_id").notNull(),
    /** 1, 2, …: gapless within the session, in order of recording. */
    sequence: bigintColumn("sequence").notNull(),
    id: id("transaction", "id").notNull(),
    ...owner(),
    provider: text("provider").$type<ProviderName>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    amount: kobo("amount").notNull(),
    currency: text("currency").$type<"NGN">().notNull(),
    channel: text("channel").$type<Channel>().notNull(),
    status: text("status").$type<TransactionStatus>().notNull(),
    senderName: text("sender_name").notNull(),
    senderAccount: text("sender_account").notNull(),
    senderBank: text("sender_bank").notNull(),
    /** The payer's bank as named in the notification, for the dashboard. */
    senderBankName: text("sender_bank_name").notNull(),
    narration: text("narration").notNull(),
    bankRef: text("bank_ref").notNull(),
    paidAt: instant("paid_at").notNull(),
    /** Whether `paid_at` is the time of receipt, because the bank gave no plausible time. */
    paidAtIsReceipt: boolean("paid_at_is_receipt").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    fee: kobo("fee"),
    stampDuty: kobo("stamp_duty"),
    terminalId: text("terminal_id"),
    /** 1, 2, …: gapless within the terminal. */
    terminalSequence: bigintColumn("terminal_sequence"),
    operatorId: id("operator", "operator_id"),
    /** The settlement's calendar date; set once, only on successful transactions. */
    settledOn: date("settled_on", { mode: "string" }),
    notificationId: id("notification", "notification_id").notNull(),
    /** Recorded as pending only because `BANK_CONFIRMATION` asked for the bank's own record. */
    isConfirmationWanted: boolean("is_confirmation_wanted").notNull().default(false),
    /** The session's version of the last change of status or operator; null if unchanged since the recording. */
    updatedInVersion: bigintColumn("updated_in_version"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.sequence] }),
    index("transactions_changed")
      .on(table.sessionId, table.updatedInVersion)
      .where(sql`${table.updatedInVersion} is not null`),
    index("transactions_id").on(table.id),
    uniqueIndex("transactions_terminal")
      .on(table.sessionId, table.terminalId, table.terminalSequence)
      .where(sql`${table.terminalId} is not null`),
    index("transactions_operator")
      .on(table.sessionId, table.operatorId, table.sequence)
      .where(sql`${table.operatorId} is not null`),
    check("transactions_amount", sql`${table.amount} > 0`),
    check("transactions_status", sql`${table.status} in ('successful', 'pending', 'failed')`),
    check("transactions_channel", sql`${table.channel} in ('bank_transfer', 'pos')`),
  ],
);

/**
 * The columns that are copied unchanged from the bank's credit, under the names of `BankCredit`; an absent member is null.
 * The recording row, the recording statement and `takings verify` derive from this list.
 */
export const CREDIT_COLUMNS = [
  "senderName",
  "senderAccount",
  "senderBank",
  "senderBankName",
  "narration",
  "bankRef",
  "fee",
  "stampDuty",
] as const satisfies (keyof typeof transactions.$inferSelect)[];

/**
 * Payments whose notification does not prove the amount, or that `BANK_CONFIRMATION` names, until the bank has confirmed it. Written with the transaction,
 * processed by the confirmation job through `payment_confirmations_due`, deleted when the bank has answered.
 */
export const paymentConfirmations = pgTable(
  "payment_confirmations",
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
    /** Whether an exception reports that the bank has not answered for a day; requests continue. */
    isOverdue: boolean("is_overdue").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.transactionId] }),
    index("payment_confirmations_due").on(table.bankConnectionId, table.dueAt),
  ],
);
