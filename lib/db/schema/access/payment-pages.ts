import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../../columns";

/**
 * Public links to an event's payment page, valid until they are revoked; at most one of a session is not. A page is found by the
 * hash of its token. The token itself is encrypted, so that a poster with the same link can be printed again
 * (`docs/decisions/0035-payment-pages.md`). Grows by one row with each new link.
 */
export const paymentPages = pgTable(
  "payment_pages",
  {
    id: id("paymentPage", "id").notNull(),
    sessionId: id("session", "session_id").notNull(),
    ...owner(),
    tokenHash: text("token_hash").notNull(),
    token: text("token").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    index("payment_pages_token").on(table.tokenHash),
    index("payment_pages_id").on(table.id),
    check("payment_pages_encrypted", sql`${table.token} like 'v1.%'`),
  ],
);
