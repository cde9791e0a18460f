import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../columns";

/**
 * One set of credentials at one provider. Payment identities, reversals, settlement lines, accounts, devices and
 * stored notifications belong to one, so that a notification signed with one connection's secret cannot affect
 * another's data. The deployment's own connections (one per provider, `organisation_id` null) have fixed ids and are
 * inserted by the migration; `bnk_sandbox` is for the accounts and devices of test mode, which any connection of the
 * deployment may credit. Those of organisations are written by `lib/bank-connections` and read by every notification to
 * `/api/webhooks/bank`. A removed one stays, without its credentials, because payments refer to it. An organisation has
 * one per provider, so that a device's provider determines its connection.
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
    /** The credentials and the outgoing verifying secrets, encrypted (`lib/bank/connections/credentials.ts`). */
    credentials: text("credentials"),
    /** Whether new live sessions of the organisation get their account here. */
    isDefault: boolean("is_default").notNull().default(false),
    /** When the credentials were last replaced. */
    rotatedAt: instant("rotated_at"),
    removedAt: instant("removed_at"),
    /** When its first and its last verified notification of live mode arrived, the last to the minute (`lib/intake/receive.ts`). */
    firstNotifiedAt: instant("first_notified_at"),
    lastNotifiedAt: instant("last_notified_at"),
  },
  (table) => [
    index("bank_connections_organisation").on(table.organisationId),
    uniqueIndex("bank_connections_provider")
      .on(table.organisationId, table.provider)
      .where(sql`${table.organisationId} is not null and ${table.removedAt} is null`),
    uniqueIndex("bank_connections_default").on(table.organisationId).where(sql`${table.isDefault}`),
    check("bank_connections_encrypted", sql`${table.credentials} like 'v1.%'`),
    check(
      "bank_connections_credentials",
      sql`(${table.credentials} is not null) = (${table.organisationId} is not null and ${table.removedAt} is null)`,
    ),
    check("bank_connections_is_default", sql`not ${table.isDefault} or ${table.credentials} is not null`),
  ],
);

/**
 * What an organisation may do at the deployment's own connections, as its operator decided: have its accounts opened with
 * a share of their payments, or use the deployment's own account. Written by the command line, read when a live session is
 * created. At most one row per organisation.
 */
export const bankGrants = pgTable(
  "bank_grants",
  {
    organisationId: id("organisation", "organisation_id").primaryKey(),
    /** Whether its payments may reach the deployment's own account. */
    mayUseDeployment: boolean("may_use_deployment").notNull().default(false),
    /** The provider at which it has a share. */
    shareProvider: text("share_provider"),
    /** A `BankShare`. */
    share: jsonb("share").$type<Record<string, unknown>>(),
    /** The sub-accounts at Nomba that were its share before: accounts stay in the one in which they were opened. */
    formerSubAccountIds: text("former_sub_account_ids").array().notNull().default(sql`'{}'::text[]`),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (table) => [check("bank_grants_share", sql`(${table.share} is null) = (${table.shareProvider} is null)`)],
);
