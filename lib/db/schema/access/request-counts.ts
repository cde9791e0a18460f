import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { KeyScope } from "@/lib/core/scope";
import { id, instant } from "../../columns";

/**
 * The requests of each API key and endpoint group in its current minute. Written and read by every request while
 * `RATE_LIMIT_PER_MINUTE` is set, through its primary key; all processes count in the same row. Unlogged: a write does
 * not wait for the disk, and after a crash of the database the counts begin anew. Two rows per API key at most.
 */
export const requestCounts = pgTable(
  "request_counts",
  {
    keyId: id("apiKey", "key_id").notNull(),
    endpointGroup: text("endpoint_group").$type<KeyScope>().notNull(),
    /** Requests counted since the minute began, refused ones included. */
    used: bigint("used", { mode: "bigint" }).notNull(),
    /** When the minute ends; it begins with the first request after the previous one ended. */
    endsAt: instant("ends_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.endpointGroup] })],
);
