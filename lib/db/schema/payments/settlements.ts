import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Mode } from "@/lib/core/scope";
import { id, instant, kobo } from "../../columns";

/** How a settlement became known, the most reliable first: the bank's list, its notification, an imported file. */
export const SETTLEMENT_SOURCES = ["list", "notification", "file"] as const;
export type SettlementSourceName = (typeof SETTLEMENT_SOURCES)[number];

/**
 * One settlement of a bank, as the bank states it; its payments are in `settlement_lines`. Written with the lines and always
 * derived from all stored notifications of the settlement (`lib/settlement/ledger/derive.ts`), so that their order does not
 * matter. Belongs to a bank connection and can contain payments of several organisations, so only the system role reads it.
 */
export const settlements = pgTable(
  "settlements",
  {
    mode: text("mode").$type<Mode>().notNull(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    /** The bank's reference. */
    reference: text("reference").notNull(),
    settledOn: date("settled_on", { mode: "string" }).notNull(),
    /** The most reliable source among its notifications. */
    source: text("source").$type<SettlementSourceName>().notNull(),
    /** The sums in kobo that the bank states; null if it does not. */
    gross: kobo("gross"),
    fees: kobo("fees"),
    stampDuty: kobo("stamp_duty"),
    net: kobo("net"),
    /** The number of payments that the bank states; null if it does not. */
    paymentCount: integer("payment_count"),
    /** The last four digits of the account that received it, behind asterisks; `""` if the bank does not state it. */
    destinationAccount: text("destination_account").notNull(),
    destinationBank: text("destination_bank").notNull(),
    /** When it was first reported. */
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.bankConnectionId, table.reference] }),
    check("settlements_source", sql`${table.source} in ('list', 'notification', 'file')`),
  ],
);

/**
 * The progress of reading settlements from the bank of each connection (`lib/settlement/polling`). Claimed through
 * `settlement_polls_due`, with a lease, by one process at a time. One row per connection.
 */
export const settlementPolls = pgTable(
  "settlement_polls",
  {
    bankConnectionId: id("bankConnection", "bank_connection_id").primaryKey(),
    /** The settlements until this time have been read; null before the first complete run. */
    listedThrough: instant("listed_through"),
    /** The next run; while one is in progress, the end of its lease. */
    dueAt: instant("due_at").notNull(),
    /** Identifies the run that has the lease; null between runs. */
    leasedBy: id("request", "leased_by"),
    /** Why the last run failed, or what it could not read; null after a complete one. */
    problem: text("problem"),
  },
  (table) => [index("settlement_polls_due").on(table.dueAt)],
);
