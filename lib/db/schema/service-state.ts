import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns";

/**
 * State of the whole deployment, one row each. `sending_paused`: no webhook, alert or refund may be sent and no account
 * closed; written by a restore, removed by an operator, read by its key in every statement that claims something to be
 * sent. `events_skipped TIME`: an operator skipped the events up to that time (`lib/webhooks/pause.ts`); permanent, read by `takings verify`.
 * `webhook_attempts_dropped`: the attempts of events with an id below `kept_from` are past retention
 * (`lib/webhooks/retention`). A handful of rows at most.
 */
export const serviceState = pgTable("service_state", {
  name: text("name").primaryKey(),
  since: instant("since").notNull().defaultNow(),
  details: jsonb("details").notNull().default({}),
});

/**
 * The generated secrets that all processes of the deployment share, by the name of their setting, encrypted with
 * `ENCRYPTION_KEY`. Written by the first start that needs one, read by each start (`lib/encryption/shared-secrets.ts`). Part of
 * no backup. A dozen rows.
 */
export const sharedSecrets = pgTable(
  "shared_secrets",
  {
    name: text("name").primaryKey(),
    secret: text("secret").notNull(),
  },
  (table) => [check("shared_secrets_encrypted", sql`${table.secret} like 'v1.%'`)],
);
