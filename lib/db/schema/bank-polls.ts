import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";
import { bankConnections } from "./bank-connections";

/**
 * What the service asks each live bank connection by itself: which process does it, and how far the bank's list of payments
 * has been read. Written by the process that holds the lease, one row per connection; read by `takings doctor` and by the
 * live page, which sees `silent_since` only.
 */
export const bankPolls = pgTable("bank_polls", {
  bankConnectionId: id("bankConnection", "bank_connection_id")
    .primaryKey()
    .references(() => bankConnections.id, { onDelete: "cascade" }),
  /** Null for the deployment's own connections. */
  organisationId: id("organisation", "organisation_id"),
  /** The process that asks this connection; another may take over once the lease has ended. */
  leasedBy: text("leased_by"),
  leasedUntil: instant("leased_until"),
  /** The watermark: the list has been read up to this time of payment. */
  listedUntil: instant("listed_until").notNull(),
  /** The end of the range that is being read, and the bank's cursor of its next page; null between two readings. */
  readingUntil: instant("reading_until"),
  cursor: text("cursor"),
  /** The earliest time of a pending payment of the range that is being read: the next reading begins there. */
  pendingSince: instant("pending_since"),
  /** Payments of this reading that a notification has reported, and those that none has. */
  reportedCount: integer("reported_count").notNull().default(0),
  unreportedCount: integer("unreported_count").notNull().default(0),
  /** When the list is read next. */
  dueAt: instant("due_at").notNull().defaultNow(),
  /** Consecutive failed readings, and the reason of the last one; null after a complete reading. */
  failureCount: integer("failure_count").notNull().default(0),
  lastError: text("last_error"),
  completedAt: instant("completed_at"),
  /** Payments that were found in the list before any notification, in total. */
  foundCount: bigint("found_count", { mode: "number" }).notNull().default(0),
  lastFoundAt: instant("last_found_at"),
  /** Since when complete readings have had payments and none that a notification reported; null otherwise. */
  silentSince: instant("silent_since"),
});
