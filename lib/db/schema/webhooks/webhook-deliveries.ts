import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { EventType, TransactionStatus } from "@/lib/core/transaction";
import { id, instant, owner } from "../../columns";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Outgoing events (§6), with a body that never changes: for each status that a transaction reaches, one to the session's
 * `webhook_url` and one to each organisation-wide endpoint that asks for it. Events of other types go to organisation-wide
 * endpoints only. Written in the SQL transaction of the change; claimed by the sender through `webhook_deliveries_due`,
 * which contains only pending deliveries, by endpoint. The id is the `webhook-id` of every attempt.
 * `webhook_deliveries_failed` serves replays; `webhook_deliveries_organisation_wide` and `webhook_deliveries_subject…` the
 * search.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    sessionId: id("session", "session_id").notNull(),
    id: id("delivery", "id").notNull(),
    ...owner(),
    eventType: text("event_type").$type<EventType>().notNull().default("transaction.received"),
    /** The transaction and its status; both are null for events of other types. */
    transactionId: id("transaction", "transaction_id"),
    transactionStatus: text("transaction_status").$type<TransactionStatus>(),
    /** What an event of another type is about, and its state; both are null for `transaction.received`. */
    subjectId: text("subject_id"),
    subjectState: text("subject_state"),
    /** Where it is sent. The waiting events of a session follow a changed `webhook_url`. */
    webhookEndpointId: id("webhookEndpoint", "webhook_endpoint_id").notNull(),
    isOrganisationWide: boolean("is_organisation_wide").notNull().default(false),
    body: text("body").notNull(),
    state: text("state").$type<"pending" | "delivered" | "failed">().notNull().default("pending"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** Attempts that the schedule does not count: those before a replay, and those without an outcome. */
    uncountedAttempts: integer("uncounted_attempts").notNull().default(0),
    /** When the next attempt is due; while one is in flight, when its lease ends. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When state and due time were last set; null: at creation. Used to detect a clock that was set back. */
    changedAt: instant("changed_at"),
    deliveredAt: instant("delivered_at"),
    /** The `traceparent` of the recording, so that each attempt is in its trace; null without tracing. */
    traceparent: text("traceparent"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    uniqueIndex("webhook_deliveries_event").on(
      table.sessionId,
      table.transactionId,
      table.transactionStatus,
      table.webhookEndpointId,
    ),
    uniqueIndex("webhook_deliveries_subject_event")
      .on(table.sessionId, table.webhookEndpointId, table.subjectId, table.subjectState)
      .where(sql`${table.subjectId} is not null`),
    index("webhook_deliveries_organisation_wide")
      .on(table.webhookEndpointId, table.id)
      .where(sql`${table.isOrganisationWide}`),
    index("webhook_deliveries_subject")
      .on(table.organisationId, table.mode, table.id)
      .where(sql`${table.subjectId} is not null`),
    index("webhook_deliveries_subject_session")
      .on(table.sessionId, table.id)
      .where(sql`${table.subjectId} is not null`),
    index("webhook_deliveries_subject_endpoint")
      .on(table.webhookEndpointId, table.id)
      .where(sql`${table.subjectId} is not null`),
    index("webhook_deliveries_due")
      .on(table.webhookEndpointId, table.dueAt)
      .where(sql`${table.state} = 'pending'`),
    index("webhook_deliveries_failed")
      .on(table.organisationId, table.mode, table.changedAt)
      .where(sql`${table.state} = 'failed'`),
    check("webhook_deliveries_state", sql`${table.state} in ('pending', 'delivered', 'failed')`),
    check(
      "webhook_deliveries_subject",
      sql`${table.eventType} = 'transaction.received' and ${table.transactionId} is not null and ${table.transactionStatus} is not null
          and ${table.subjectId} is null and ${table.subjectState} is null
        or ${table.eventType} <> 'transaction.received' and ${table.transactionId} is null and ${table.transactionStatus} is null
          and ${table.subjectId} is not null and ${table.subjectState} is not null and ${table.isOrganisationWide}`,
    ),
  ],
);

/**
 * The attempts of webhook deliveries, with the response or the error. Written by the sender, read on the dashboard. Partitioned by
 * the month of the delivery, whose id begins with its time, in the schema `webhook_attempt_months`: the primary key contains the
 * id, and a delivery's attempts are in one partition. `prepare_webhook_attempts` creates the partitions, and drops those older
 * than `WEBHOOK_ATTEMPT_DAYS`.
 */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    sessionId: id("session", "session_id").notNull(),
    deliveryId: id("delivery", "delivery_id").notNull(),
    number: integer("number").notNull(),
    ...owner(),
    /** Where it was sent. */
    webhookEndpointId: id("webhookEndpoint", "webhook_endpoint_id"),
    startedAt: instant("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** The HTTP status; null without a response. */
    status: integer("status"),
    /** Why the attempt failed; null if it succeeded. */
    error: text("error"),
    /** The first bytes of the response body, undecoded. */
    excerpt: bytes("excerpt"),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.deliveryId, table.number] })],
);
