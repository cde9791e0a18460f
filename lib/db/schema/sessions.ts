import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bigintColumn, id, instant, owner } from "../columns";
import { bankConnections } from "./bank-connections";
import { webhookEndpoints } from "./webhooks/webhook-endpoints";

/**
 * The sessions, as created. Recording reads them without a lock, so what it reads does not change, with two exceptions: an
 * account can be attached to a session without one, and the webhook URL can change, which also changes `webhook_version` here
 * and in `session_states`, so that recording that read the old row is retried. Members correct the name and the planned times
 * and archive test events, which recording does not read. Written at creation, read by the recording statement
 * (`sessions_account`) and by every session lookup.
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
    /** The webhook endpoint of `webhook_url`; null without a URL. */
    webhookEndpointId: id("webhookEndpoint", "webhook_endpoint_id").references(() => webhookEndpoints.id),
    /** When the first URL was set; null: at creation, or never. */
    webhookSince: instant("webhook_since"),
    /** Incremented by every change of the URL. */
    webhookVersion: integer("webhook_version").notNull().default(0),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    /** The connection that may credit the account. All account columns are null if no account was requested. */
    accountConnectionId: id("bankConnection", "account_connection_id").references(() => bankConnections.id),
    accountNumber: text("account_number"),
    /** The number of earlier, closed sessions with this account number: 0, 1, …; banks can reissue numbers. */
    accountGeneration: integer("account_generation").notNull().default(0),
    /** When an account that existed was attached; null if the account was opened for this session. */
    accountAttachedAt: instant("account_attached_at"),
    accountName: text("account_name"),
    /** The account name as stated by the bank, for the dashboard. */
    bankAccountName: text("bank_account_name"),
    bankName: text("bank_name"),
    bankCode: text("bank_code"),
    /** When a test event was archived: the list of events hides it; null if it is not. */
    archivedAt: instant("archived_at"),
    /** Incremented by every change of name, times, venue or archiving; open pages read the event again. */
    detailsVersion: integer("details_version").notNull().default(0),
    /** Ten characters in the ids of this session's terminals; unique, so that each `terminal_id` is globally unique. */
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
 * The changing state of a session; a narrow row, because every payment rewrites it. Every change of a session locks
 * this row first, which serialises payments and the close.
 */
export const sessionStates = pgTable(
  "session_states",
  {
    sessionId: id("session", "session_id").primaryKey(),
    ...owner(),
    status: text("status").$type<"active" | "closed">().notNull().default("active"),
    /** The sequence number of the last transaction; gapless, so also the number of transactions. */
    lastSequence: bigintColumn("last_sequence").notNull().default(sql`0`),
    /** When the last transaction was recorded; the next one is never earlier. */
    lastCreatedAt: instant("last_created_at").notNull(),
    /** Incremented by every visible change. */
    version: bigintColumn("version").notNull().default(sql`1`),
    /** Incremented by every change of assignments; recording that began before such a change is retried. */
    assignmentsVersion: bigintColumn("assignments_version").notNull().default(sql`1`),
    /** The `webhook_version` of the session; recording compares it with the one that it has read there. */
    webhookVersion: integer("webhook_version").notNull().default(0),
    closedAt: instant("closed_at"),
  },
  (table) => [check("session_states_status", sql`${table.status} in ('active', 'closed')`)],
);

/** The venue of an event, as free text; used by the dashboard and the payment page. One row per session with a venue. */
export const sessionVenues = pgTable("session_venues", {
  sessionId: id("session", "session_id")
    .primaryKey()
    .references(() => sessions.sessionId),
  ...owner(),
  venue: text("venue").notNull(),
});
