import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant, owner } from "../../columns";

/**
 * An organisation's webhook endpoints, one row per URL, with their health, which all processes share. Written when a
 * session is created and when the health changes, which is rare; read at every claim. The id is derived from
 * organisation, mode and URL (`lib/webhooks/webhook-endpoint.ts`). As many rows as different URLs.
 */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: id("webhookEndpoint", "id").primaryKey(),
    ...owner(),
    url: text("url").notNull(),
    /** Scheme, host and port of the URL; concurrency limits apply per origin. */
    origin: text("origin").notNull(),
    /**
     * `healthy`: all due deliveries are sent. `failing` (after consecutive failures) and `backing_off` (as requested
     * by the receiver): nothing is sent until `next_probe_at`, then a single delivery. `paused`: nothing is sent
     * until a person resumes it.
     */
    health: text("health").$type<EndpointHealth>().notNull().default("healthy"),
    healthSince: instant("health_since").notNull().defaultNow(),
    pauseReason: text("pause_reason").$type<PauseReason>(),
    /** When the next probe, a single delivery, may be sent; null while healthy. */
    nextProbeAt: instant("next_probe_at"),
    /** Failed probes since the endpoint became unhealthy. */
    failedProbes: integer("failed_probes").notNull().default(0),
    /** Failures since the last success. */
    failures: integer("failures").notNull().default(0),
    failedAt: instant("failed_at"),
    /** Total time between consecutive failures; each interval counts for at most a day. */
    failingMs: bigint("failing_ms", { mode: "bigint" }).notNull().default(sql`0`),
    /** The last success, to the minute. */
    succeededAt: instant("succeeded_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("webhook_endpoints_organisation").on(table.organisationId, table.mode),
    check(
      "webhook_endpoints_health",
      sql`${table.health} in ('healthy', 'failing', 'backing_off', 'paused')`,
    ),
    check(
      "webhook_endpoints_probe",
      sql`(${table.nextProbeAt} is not null) = (${table.health} in ('failing', 'backing_off'))`,
    ),
    check("webhook_endpoints_pause", sql`(${table.pauseReason} is not null) = (${table.health} = 'paused')`),
  ],
);

export type EndpointHealth = "healthy" | "failing" | "backing_off" | "paused";
/** Why an endpoint is paused: the receiver answered 410, it failed for days, or a person paused it. */
export type PauseReason = "gone" | "failing" | "manual";
