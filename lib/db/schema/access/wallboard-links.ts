import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../../columns";

/**
 * Public links to an event's wallboard, valid until they expire or are revoked or the event closes; only the token's
 * hash is stored.
 */
export const wallboardLinks = pgTable(
  "wallboard_links",
  {
    id: id("wallboardLink", "id").notNull(),
    sessionId: id("session", "session_id").notNull(),
    ...owner(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    index("wallboard_links_token").on(table.tokenHash),
    index("wallboard_links_id").on(table.id),
  ],
);
