import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../columns";

/**
 * The writes of `/v1` that carried the header `Idempotency-Key`, each with its answer once it has one. Inserted before
 * the write is executed; the answer is stored in the SQL transaction of the write's effect. Read by its key when a
 * request repeats it. One row per key, deleted after `IDEMPOTENCY_KEY_HOURS` (`idempotency_keys_expires_at`). Answers
 * contain personal data: account numbers, names and telephone numbers.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    ...owner(),
    method: text("method").notNull(),
    /** The path as sent, without the query. */
    path: text("path").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the query and the body's bytes, in hexadecimal. */
    requestHash: text("request_hash").notNull(),
    /** The id for the session that the request creates, if it creates one; also the account's reference at the bank. */
    reservedSessionId: id("session", "reserved_session_id").notNull(),
    /** The request that executes the write. The lease is renewed while it does; after its end another may take over. */
    leasedBy: id("request", "leased_by").notNull(),
    leasedUntil: instant("leased_until").notNull(),
    /** The answer: HTTP status, headers and body. Null while there is none. */
    status: integer("status"),
    headers: jsonb("headers").$type<Record<string, string>>(),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.mode, table.method, table.path, table.key] }),
    index("idempotency_keys_expires_at").on(table.expiresAt),
    check(
      "idempotency_keys_answer",
      sql`(${table.status} is null) = (${table.body} is null) and (${table.status} is null) = (${table.headers} is null)`,
    ),
  ],
);
