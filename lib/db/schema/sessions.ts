import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant, owner, whole } from "../columns";
import { bankConnections } from "./bank-connections";
import { endpoints } from "./endpoints";

/**
 * What was asked for and given when a session was opened; never changes afterwards, so that recording may trust it
 * without a lock. Written by create, read by the recording statement (`sessions_account`) and by every session look-up.
 */
export const sessions = pgTable(
  "sessions",
  {
    sessionId: id("session", "session_id").primaryKey(),
    ...owner(),
    externalEventId: text("external_event_id").notNull(),
    name: text("name").notNull(),
    currency: text("currency").notNull(),
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    webhookUrl: text("webhook_url"),
    /** Where events for `webhook_url` go; null with it. */
    endpointId: id("endpoint", "endpoint_id").references(() => endpoints.id),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    /** The connection that may credit the account. Null with the rest where no account was asked for. */
    accountConnectionId: id("bankConnection", "account_connection_id").references(() => bankConnections.id),
    accountNumber: text("account_number"),
    /** 0, 1, …: how many closed sessions had this number before, for a bank may issue one again. */
    accountGeneration: integer("account_generation").notNull().default(0),
    accountName: text("account_name"),
    /** The bank's own wording of the name, for the dashboard. */
    bankAccountName: text("bank_account_name"),
    bankName: text("bank_name"),
    bankCode: text("bank_code"),
    /** The ten characters that this session's terminals carry; unique, so that a `terminal_id` is unique everywhere. */
    terminalFragment: text("terminal_fragment").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_account").on(
      table.accountConnectionId,
      table.accountNumber,
      table.accountGeneration,
    ),
    uniqueIndex("sessions_terminal_fragment").on(table.terminalFragment),
    index("sessions_organisation").on(table.organisationId, table.mode, table.createdAt.desc()),
  ],
);

/**
 * The counter row: a session's changing state, narrow because every payment rewrites it. Whoever changes a session
 * locks this row first, so that a close and a payment, or two payments, take their turn.
 */
export const sessionCounters = pgTable(
  "session_counters",
  {
    sessionId: id("session", "session_id").primaryKey(),
    ...owner(),
    status: text("status").$type<"active" | "closed">().notNull().default("active"),
    /** The number of the last transaction: gapless, so also how many there are. */
    lastNumber: whole("last_number").notNull().default(sql`0`),
    /** When that one was recorded; the next is never earlier. */
    lastCreatedAt: instant("last_created_at").notNull(),
    /** Grows with every change that a reader could see. */
    version: whole("version").notNull().default(sql`1`),
    /** Grows with every change of who is on which terminal; recording that began before one begins again. */
    roster: whole("roster").notNull().default(sql`1`),
    closedAt: instant("closed_at"),
  },
  (table) => [check("session_counters_status", sql`${table.status} in ('active', 'closed')`)],
);

/** Where an event takes place, in its people's words; the dashboard's alone. A row where one was given. */
export const sessionVenues = pgTable("session_venues", {
  sessionId: id("session", "session_id")
    .primaryKey()
    .references(() => sessions.sessionId),
  ...owner(),
  venue: text("venue").notNull(),
});
