import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../columns";

/**
 * Links that show one event's wallboard to whoever holds them, until they expire or are revoked, or the event closes; only the
 * token's hash is kept.
 */
export const wallLinks = pgTable(
  "wall_links",
  {
    id: id("wallLink", "id").primaryKey(),
    sessionId: id("session", "session_id").notNull(),
    ...owner(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("wall_links_token").on(table.tokenHash),
    index("wall_links_session").on(table.sessionId),
  ],
);
