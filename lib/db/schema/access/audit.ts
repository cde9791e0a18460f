import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../../columns";

/**
 * The audit log. Written in the SQL transaction of each change made by a member, an API key or the command line; read
 * in Settings, newest first, through `audit_entries_organisation`. No role may change or delete a row. A few rows per
 * member and day, kept permanently.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id("auditEntry", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    /** The member; null for an API key or the command line. Kept when the member is removed. */
    memberId: id("member", "member_id"),
    /** The member's e-mail address at that time, the API key, or the user of the operating system. */
    actor: text("actor").notNull(),
    /** The client's address, or the host of the command line; null if unknown. */
    origin: text("origin"),
    /** The action, as named in `lib/audit/labels.ts`. */
    action: text("action").notNull(),
    /** The id of the affected object. */
    subject: text("subject").notNull(),
    /** The session of the action; null if there is none. */
    sessionId: id("session", "session_id"),
    /** Further details, without secrets and account numbers. */
    details: jsonb("details").$type<Record<string, string>>().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [index("audit_entries_organisation").on(table.organisationId, table.id)],
);
