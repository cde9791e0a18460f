import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns";

/**
 * Conditions that hold for the whole deployment, one row each, for as long as they hold: `sending_paused`, while no
 * outgoing event may be sent (`lib/webhooks/pause.ts`). Written by a restore, removed by an operator; read by its key
 * in every statement that claims events. A handful of rows at most.
 */
export const serviceState = pgTable("service_state", {
  name: text("name").primaryKey(),
  since: instant("since").notNull().defaultNow(),
  details: jsonb("details").notNull().default({}),
});
