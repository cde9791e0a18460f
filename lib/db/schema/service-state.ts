import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns";

/**
 * What holds for the whole deployment, one row each: `sending_paused`, while no outgoing event may be sent, written by a
 * restore, removed by an operator and read by its key in every statement that claims events; `events_skipped TIME`, for
 * good, once an operator had the events up to that time skipped (`lib/webhooks/pause.ts`), read by `takings verify`. A
 * handful of rows at most.
 */
export const serviceState = pgTable("service_state", {
  name: text("name").primaryKey(),
  since: instant("since").notNull().defaultNow(),
  details: jsonb("details").notNull().default({}),
});
