import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns";

/**
 * State of the whole deployment, one row each. `sending_paused`: no webhooks may be sent; written by a restore,
 * removed by an operator, read by its key in every statement that claims deliveries. `events_skipped TIME`: an
 * operator skipped the events up to that time (`lib/webhooks/pause.ts`); permanent, read by `takings verify`. A
 * handful of rows at most.
 */
export const serviceState = pgTable("service_state", {
  name: text("name").primaryKey(),
  since: instant("since").notNull().defaultNow(),
  details: jsonb("details").notNull().default({}),
});
