import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../columns";

/**
 * Where an organisation's events go, one row a URL, and how that receiver is doing, so that every process knows when
 * it fails. Written when a session is opened and when health changes, which is seldom; read at every claim. Its id
 * follows from whose it is and the URL (`lib/webhooks/endpoint.ts`). As many rows as there are different URLs.
 */
export const endpoints = pgTable(
  "endpoints",
  {
    id: id("endpoint", "id").primaryKey(),
    ...owner(),
    url: text("url").notNull(),
    /** Scheme, host and port of the URL: what sending is shared out by. */
    origin: text("origin").notNull(),
    /**
     * `healthy`: everything due goes. `failing`, after failures in a row, and `resting`, as the receiver asked:
     * nothing goes until `probe_at`, then one event alone. `paused`: nothing goes until a person resumes it.
     */
    health: text("health").$type<EndpointHealth>().notNull().default("healthy"),
    healthSince: instant("health_since").notNull().defaultNow(),
    pauseReason: text("pause_reason").$type<PauseReason>(),
    /** When the next event may go alone; null while healthy. */
    probeAt: instant("probe_at"),
    /** How many went alone and failed since it is not healthy. */
    probes: integer("probes").notNull().default(0),
    /** Failures since the last success. */
    failures: integer("failures").notNull().default(0),
    failedAt: instant("failed_at"),
    /** How long it has been failing: the time between failures, of which none counts for more than a day. */
    failingMs: bigint("failing_ms", { mode: "bigint" }).notNull().default(sql`0`),
    /** The last success, to the minute. */
    succeededAt: instant("succeeded_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("endpoints_organisation").on(table.organisationId, table.mode),
    check("endpoints_health", sql`${table.health} in ('healthy', 'failing', 'resting', 'paused')`),
    check(
      "endpoints_probe",
      sql`(${table.probeAt} is not null) = (${table.health} in ('failing', 'resting'))`,
    ),
    check("endpoints_pause", sql`(${table.pauseReason} is not null) = (${table.health} = 'paused')`),
  ],
);

export type EndpointHealth = "healthy" | "failing" | "resting" | "paused";
/** Why nothing goes: the receiver said that it is gone (410), it failed for days, or a person said so. */
export type PauseReason = "gone" | "failing" | "by_hand";
