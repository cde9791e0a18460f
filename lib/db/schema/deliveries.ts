import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant, owner } from "../columns";
import type { TransactionStatus } from "./transactions";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Outgoing events (§6), one for each status a transaction reaches, with the body frozen when it was written. Written
 * with the transaction in its SQL transaction; claimed by the sender through `deliveries_due`, which holds only what
 * is still to be sent, endpoint by endpoint. Its id is the `webhook-id` of every try. `deliveries_failed` finds what a
 * replay sends again.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    sessionId: id("session", "session_id").notNull(),
    id: id("delivery", "id").notNull(),
    ...owner(),
    transactionId: id("transaction", "transaction_id").notNull(),
    transactionStatus: text("transaction_status").$type<TransactionStatus>().notNull(),
    endpointId: id("endpoint", "endpoint_id").notNull(),
    body: text("body").notNull(),
    state: text("state").$type<"pending" | "delivered" | "failed">().notNull().default("pending"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** So many of these the schedule does not count: those before a replay, and those that ended without a verdict. */
    uncountedAttempts: integer("uncounted_attempts").notNull().default(0),
    /** When the next try is due; while one is under way, when its lease ends. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When its state and due time were last decided on; null: when it was made. Tells a clock that was set back. */
    changedAt: instant("changed_at"),
    deliveredAt: instant("delivered_at"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    uniqueIndex("deliveries_event").on(table.sessionId, table.transactionId, table.transactionStatus),
    index("deliveries_due").on(table.endpointId, table.dueAt).where(sql`${table.state} = 'pending'`),
    index("deliveries_failed")
      .on(table.organisationId, table.mode, table.changedAt)
      .where(sql`${table.state} = 'failed'`),
    check("deliveries_state", sql`${table.state} in ('pending', 'delivered', 'failed')`),
  ],
);

/** Each try of an event: what was answered, or why there was no answer. Written by the sender, read by people. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    sessionId: id("session", "session_id").notNull(),
    deliveryId: id("delivery", "delivery_id").notNull(),
    number: integer("number").notNull(),
    ...owner(),
    startedAt: instant("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** The HTTP status; null where no answer came. */
    status: integer("status"),
    /** In words, why it was no success; null where it was. */
    error: text("error"),
    /** The first bytes of the answer, undecoded. */
    excerpt: bytes("excerpt"),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.deliveryId, table.number] })],
);
