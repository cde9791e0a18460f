import { index, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";

/**
 * One set of credentials at one provider. Payment identities, reversals, settlement lines, accounts, devices and
 * stored notifications belong to one, so that a notification signed with one connection's secret cannot affect
 * another's data. The deployment's own connections (one per provider, `organisation_id` null) have fixed ids and are
 * inserted by the migration; `bnk_sandbox` is for the accounts and devices of test mode, which any connection of the
 * deployment may credit. A handful of rows, read by the command line.
 */
export const bankConnections = pgTable(
  "bank_connections",
  {
    id: id("bankConnection", "id").primaryKey(),
    /** Null for the deployment's own connections. */
    organisationId: id("organisation", "organisation_id"),
    /** A provider's name, or `sandbox`. */
    provider: text("provider").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("bank_connections_organisation").on(table.organisationId)],
);
