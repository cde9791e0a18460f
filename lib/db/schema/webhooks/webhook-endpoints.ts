import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { EventType } from "@/lib/core/transaction";
import { id, instant, owner } from "../../columns";

/**
 * An organisation's webhook endpoints with their health, which all processes share: one row per URL of its sessions, whose
 * id is derived from organisation, mode and URL (`lib/webhooks/webhook-endpoint.ts`), and one row per organisation-wide
 * endpoint, which has event types. Written when a session is created and when the health changes, which is rare; read at
 * every claim, and by the recording statement through `webhook_endpoints_organisation_wide`.
 */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: id("webhookEndpoint", "id").primaryKey(),
    ...owner(),
    /** A display name; only organisation-wide endpoints have one. */
    name: text("name").notNull().default(""),
    url: text("url").notNull(),
    /** Scheme, host and port of the URL; concurrency limits apply per origin. */
    origin: text("origin").notNull(),
    /** The events that an organisation-wide endpoint receives from all sessions; null: the endpoint of a `webhook_url`. */
    eventTypes: text("event_types").array().$type<EventType[]>(),
    /** The headers that are sent in addition, a JSON object, encrypted (`lib/webhooks/attempts/custom-headers.ts`). */
    headers: text("headers"),
    /** Until when `takings listen` fetches the events of this endpoint, which the sender then never sends. */
    listeningUntil: instant("listening_until"),
    /** When an organisation-wide endpoint was removed: it gets no more events. */
    removedAt: instant("removed_at"),
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
    index("webhook_endpoints_organisation_wide")
      .on(table.organisationId, table.mode)
      .where(sql`${table.eventTypes} is not null and ${table.removedAt} is null`),
    check("webhook_endpoints_headers", sql`${table.headers} like 'v1.%'`),
    check(
      "webhook_endpoints_removed",
      sql`${table.removedAt} is null or ${table.eventTypes} is not null and ${table.health} = 'paused'`,
    ),
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
/**
 * Why an endpoint is paused: the receiver answered 410, it failed for days, a person paused it, it was removed, or
 * `takings listen` fetches its events.
 */
export type PauseReason = "gone" | "failing" | "manual" | "removed" | "listening";

/** The attempts of each webhook endpoint per hour, for the chart of its health. Written by the sender every few seconds. */
export const webhookEndpointHours = pgTable(
  "webhook_endpoint_hours",
  {
    webhookEndpointId: id("webhookEndpoint", "webhook_endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id),
    hour: instant("hour").notNull(),
    ...owner(),
    succeeded: integer("succeeded").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    /** The sum of the durations of all attempts. */
    totalMs: bigint("total_ms", { mode: "bigint" }).notNull().default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.webhookEndpointId, table.hour] })],
);

/**
 * Requests to send all failed events again, carried out in the background in batches. `webhook_replays_open` finds those
 * that are not finished.
 */
export const webhookReplays = pgTable(
  "webhook_replays",
  {
    id: id("replay", "id").primaryKey(),
    ...owner(),
    /** Only events of this session, or of this endpoint. */
    sessionId: id("session", "session_id"),
    webhookEndpointId: id("webhookEndpoint", "webhook_endpoint_id"),
    /** Events that failed from `since` up to `requested_at` are sent again. */
    since: instant("since").notNull(),
    requestedAt: instant("requested_at").notNull(),
    requestedBy: text("requested_by").notNull(),
    /** How many there were at the request, and how many of them are due again. */
    total: integer("total").notNull(),
    replayed: integer("replayed").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("webhook_replays_organisation").on(table.organisationId, table.mode, table.requestedAt),
    index("webhook_replays_open").on(table.requestedAt).where(sql`${table.finishedAt} is null`),
  ],
);
