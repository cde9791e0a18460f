import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../columns";
import { sessions } from "./sessions";

/**
 * The closing, at the bank, of the accounts that were opened for a session. Written in the SQL transaction that closes the
 * session, processed by the closing job through `account_closures_due`, shown on the event's page. One row per closed
 * session with such an account.
 */
export const accountClosures = pgTable(
  "account_closures",
  {
    sessionId: id("session", "session_id")
      .primaryKey()
      .references(() => sessions.sessionId),
    ...owner(),
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    accountNumber: text("account_number").notNull(),
    state: text("state").$type<"waiting" | "closed" | "refused">().notNull().default("waiting"),
    /** When the grace period ends. */
    closesAt: instant("closes_at").notNull(),
    /** When the job checks it next: at first the end of the grace period. */
    dueAt: instant("due_at").notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** When the bank closed it or refused for good. */
    finishedAt: instant("finished_at"),
    /** Why it is not closed although the grace period is over, for people; null if there is no reason. */
    reason: text("reason"),
  },
  (table) => [
    check("account_closures_state", sql`${table.state} in ('waiting', 'closed', 'refused')`),
    index("account_closures_due").on(table.dueAt).where(sql`${table.state} = 'waiting'`),
  ],
);
