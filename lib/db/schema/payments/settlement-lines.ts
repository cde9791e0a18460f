import { sql } from "drizzle-orm";
import { check, date, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import { id, instant, kobo } from "../../columns";

/**
 * All lines of settlement notifications, each stating that a payment reached the client's account. Written by the bank
 * route, compared with the payment as soon as both exist. A payment has at most one applied line
 * (`settlement_lines_applied`), which sets its `settled_on`. One row per settled payment.
 */
export const settlementLines = pgTable(
  "settlement_lines",
  {
    mode: text("mode").$type<Mode>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    /** The bank's reference of the settlement. */
    reference: text("reference").notNull(),
    id: id("settlementLine", "id").notNull(),
    settledOn: date("settled_on", { mode: "string" }).notNull(),
    /** The payment's gross amount in kobo, as stated by the bank; null if it states only the net amount. */
    gross: kobo("gross"),
    /** The amount in kobo after fee and stamp duty; null if the gross amount is stated. */
    net: kobo("net"),
    /** `waiting` for a successful payment, `applied`, or `refused` with an exception. */
    state: text("state").$type<"waiting" | "applied" | "refused">().notNull(),
    notificationId: id("notification", "notification_id").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.bankConnectionId, table.paymentKey, table.reference] }),
    uniqueIndex("settlement_lines_applied")
      .on(table.mode, table.bankConnectionId, table.paymentKey)
      .where(sql`${table.state} = 'applied'`),
    // The reference first: payments are looked up by the other two columns and their key, never with this index.
    index("settlement_lines_settlement").on(table.reference, table.mode, table.bankConnectionId),
    index("settlement_lines_notification").on(table.notificationId),
    check("settlement_lines_state", sql`${table.state} in ('waiting', 'applied', 'refused')`),
    check("settlement_lines_amount", sql`${table.gross} is not null or ${table.net} is not null`),
  ],
);
