import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../../columns";

/**
 * The calls of `/v1` with an API key, without secrets, account numbers and personal data (`lib/request-log/mask.ts`).
 * Inserted in batches after the response, read by the request log of the dashboard and the command line, never changed.
 * Partitioned by day in the schema `request_log_days`: `prepare_request_log` creates the partitions and drops those older
 * than `REQUEST_LOG_DAYS`. Not part of a backup. The primary key serves the list and a request's id, whose time it
 * contains; each other index serves one filter of the list, with a path that is searched for in addition.
 */
export const requestLog = pgTable(
  "request_log",
  {
    ...owner(),
    /** When the request arrived: the time in its id. */
    at: instant("at").notNull(),
    id: id("request", "id").notNull(),
    keyId: id("apiKey", "key_id").notNull(),
    /** The key's name and first characters at that time. */
    keyLabel: text("key_label").notNull(),
    method: text("method").notNull(),
    /** The path with the query, masked. */
    path: text("path").notNull(),
    status: integer("status").notNull(),
    durationMs: real("duration_ms").notNull(),
    /** The session that the path, the query or the response names. */
    sessionId: id("session", "session_id"),
    /** The client's address. */
    address: text("address").notNull(),
    /** The bodies, masked and cut; null if there was none. */
    requestBody: text("request_body"),
    responseBody: text("response_body"),
  },
  (table) => {
    const scope = [table.organisationId, table.mode] as const;
    return [
      primaryKey({ columns: [...scope, table.at, table.id] }),
      index("request_log_path").on(...scope, table.path, table.at, table.id),
      index("request_log_key").on(...scope, table.keyId, table.at, table.id, table.path),
      index("request_log_status").on(...scope, table.status, table.at, table.id),
      index("request_log_method").on(...scope, table.method, table.at, table.id, table.path),
      index("request_log_session")
        .on(...scope, table.sessionId, table.at, table.id)
        .where(sql`${table.sessionId} is not null`),
      index("request_log_errors")
        .on(...scope, table.at, table.id, table.path)
        .where(sql`${table.status} >= 400`),
    ];
  },
);
