import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant, kobo, owner, whole } from "../columns";
import type { Channel } from "./transactions";

/**
 * How far a session's catalogue has come: transactions up to this number have their rows in `catalogue_minutes` and
 * `catalogue_entries`. Written by cataloguing, which follows recording off its path; readers add what comes after.
 */
export const catalogues = pgTable("catalogues", {
  sessionId: id("session", "session_id").primaryKey(),
  ...owner(),
  upTo: whole("up_to").notNull().default(sql`0`),
});

/** Successful payments by the minute they were made in, for charts. At most a row a minute, channel and terminal. */
export const catalogueMinutes = pgTable(
  "catalogue_minutes",
  {
    sessionId: id("session", "session_id").notNull(),
    minute: instant("minute").notNull(),
    channel: text("channel").$type<Channel>().notNull(),
    /** `""` stands for none. */
    terminalId: text("terminal_id").notNull(),
    ...owner(),
    count: whole("count").notNull(),
    amount: kobo("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.minute, table.channel, table.terminalId] })],
);

/** Catalogued payments that were pending then: in no minute until they succeed. */
export const cataloguePending = pgTable(
  "catalogue_pending",
  {
    sessionId: id("session", "session_id").notNull(),
    number: whole("number").notNull(),
    ...owner(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.number] })],
);

/**
 * What a transaction is found by, in small letters: payer, account, amount, references, narration. Any three letters
 * in a row find it through `catalogue_entries_text`. Grows as transactions do; none of it ever changes.
 */
export const catalogueEntries = pgTable(
  "catalogue_entries",
  {
    sessionId: id("session", "session_id").notNull(),
    number: whole("number").notNull(),
    ...owner(),
    text: text("text").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.number] }),
    index("catalogue_entries_text").using("gin", table.sessionId, sql`${table.text} gin_trgm_ops`),
  ],
);
