import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";
import { members } from "./organisations";

/**
 * A member's sign-ins: the row is what lets in, the cookie only names it, so that ending one takes effect at once.
 * Written at sign-in and sign-out, read at every request of a member by the key. Rows past `expires_at` are removed.
 */
export const signIns = pgTable(
  "sign_ins",
  {
    id: id("signIn", "id").primaryKey(),
    organisationId: id("organisation", "organisation_id").notNull(),
    memberId: id("member", "member_id")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    /** The browser's own name, cut short, for people to tell sign-ins apart. */
    agent: text("agent").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [index("sign_ins_member").on(table.memberId)],
);

/**
 * Sign-ins that failed lately, by the digest of the account or address that they are counted for: no e-mail address is
 * kept, of an account or of none. Written and read at sign-in; rows past the window are removed then.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    subject: text("subject").notNull(),
    id: id("signIn", "id").notNull(),
    failedAt: instant("failed_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.id] }),
    index("sign_in_failures_failed_at").on(table.failedAt),
  ],
);
