import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import { id, instant, kobo } from "../../columns";

/**
 * Reversals, refunds and disputes by the identity of their payment, even if it is not recorded yet. Written by
 * `recordReversal`, and updated when the payment is recorded or assigned; read when a payment with that identity is recorded
 * (`payment_identities.needs_review`), by the sums of returns, by the exceptions list and by the payment's page. The recorded
 * amount never changes. A few rows per thousand payments.
 */
export const reversals = pgTable(
  "reversals",
  {
    id: id("reversal", "id").primaryKey(),
    mode: text("mode").$type<Mode>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    /** The identity of the original payment. */
    paymentKey: text("payment_key").notNull(),
    kind: text("kind").$type<"reversal" | "refund" | "dispute">().notNull(),
    /** As in `BankReversal`: `pending`, `opened`, `completed` (the money is returned) or `dismissed` (it is not). */
    stage: text("stage").$type<"pending" | "opened" | "completed" | "dismissed">().notNull(),
    /** The bank's id of the reversal; `""` if there is none. */
    reference: text("reference").notNull(),
    /** The returned amount in kobo; 0 if the bank does not state it. */
    amount: kobo("amount").notNull(),
    /** The due date of the answer to an opened dispute; null if the bank states none. */
    dueAt: instant("due_at"),
    /** Null until the payment is recorded. */
    transactionId: id("transaction", "transaction_id"),
    sessionId: id("session", "session_id"),
    organisationId: id("organisation", "organisation_id"),
    notificationId: id("notification", "notification_id").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    uniqueIndex("reversals_identity").on(
      table.mode,
      table.bankConnectionId,
      table.paymentKey,
      table.kind,
      table.stage,
      table.reference,
      table.amount,
    ),
    index("reversals_transaction").on(table.transactionId).where(sql`${table.transactionId} is not null`),
    index("reversals_session").on(table.sessionId).where(sql`${table.sessionId} is not null`),
    check("reversals_kind", sql`${table.kind} in ('reversal', 'refund', 'dispute')`),
    check("reversals_stage", sql`${table.stage} in ('pending', 'opened', 'completed', 'dismissed')`),
  ],
);
