import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";

/**
 * Who did what, for ever: written with each change that a member, an API key or the command line makes, in its SQL transaction; read in Settings, newest
 * first, through `audit_entries_organisation`. No role may change or remove a row. A few rows a member and day.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id("auditEntry", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    /** Who; null where it was nobody that signs in. Stays when the member goes. */
    memberId: id("member", "member_id"),
    /** The member's e-mail address at that time, the API key, or the user of the operating system. */
    actor: text("actor").notNull(),
    /** Where from: a client's address, or the host of the command line; null where it is not known. */
    origin: text("origin"),
    /** What, as `lib/audit/labels.ts` names it. */
    action: text("action").notNull(),
    /** The id of what it was done to. */
    subject: text("subject").notNull(),
    /** The event it belongs to; null where it belongs to none. */
    sessionId: id("session", "session_id"),
    /** What else tells the deed, without secrets and account numbers. */
    details: jsonb("details").$type<Record<string, string>>().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [index("audit_entries_organisation").on(table.organisationId, table.id)],
);
