import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Channel } from "@/lib/core/transaction";
import { bigintColumn, id, instant, kobo, owner } from "../../columns";

/**
 * The progress of a session's index: transactions up to this sequence number are in `minute_totals` and
 * `transaction_search`. Written by the indexer, which runs after recording; readers add later transactions themselves.
 */
export const searchIndexProgress = pgTable("search_index_progress", {
  sessionId: id("session", "session_id").primaryKey(),
  ...owner(),
  indexedThrough: bigintColumn("indexed_through").notNull().default(sql`0`),
});

/** Successful payments by minute of payment, for charts. At most one row per minute, channel and terminal. */
export const minuteTotals = pgTable(
  "minute_totals",
  {
    sessionId: id("session", "session_id").notNull(),
    minute: instant("minute").notNull(),
    channel: text("channel").$type<Channel>().notNull(),
    /** `""` for none. */
    terminalId: text("terminal_id").notNull(),
    ...owner(),
    count: bigintColumn("count").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.minute, table.channel, table.terminalId] })],
);

/** Indexed payments that were pending at that time; they are in no minute total until they succeed. */
export const unindexedPending = pgTable(
  "unindexed_pending",
  {
    sessionId: id("session", "session_id").notNull(),
    sequence: bigintColumn("sequence").notNull(),
    ...owner(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.sequence] })],
);

/**
 * The search text of a transaction in lower case: payer, account, amount, references, narration.
 * `transaction_search_text` serves searches for any three consecutive characters. One row per transaction; rows never
 * change.
 */
export const transactionSearch = pgTable(
  "transaction_search",
  {
    sessionId: id("session", "session_id").notNull(),
    sequence: bigintColumn("sequence").notNull(),
    ...owner(),
    text: text("text").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.sequence] }),
    index("transaction_search_text").using("gin", table.sessionId, sql`${table.text} gin_trgm_ops`),
  ],
);
