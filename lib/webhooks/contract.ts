import { z } from "zod";
import { optional, Text } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { EVENT_TYPES, TransactionStatus } from "@/lib/core/transaction";

/** The result of a run: attempts made, how they ended, and the events that are due and not sent yet. */
export const SendingReport = z.object({
  attempted: z.int(),
  delivered: z.int(),
  failed: z.int(),
  remaining: z.int(),
});
export type SendingReport = z.output<typeof SendingReport>;

const PauseReason = z.enum(["gone", "failing", "manual", "removed", "listening"]);
const Outcome = z.enum(["delivered", "waiting", "failed"]);

/** One attempt as the list shows it. */
const AttemptMark = z.object({ number: z.int(), is_ok: z.boolean() });

/** One outgoing event in the list, with the data of its payment. */
export const DeliveryRow = z.object({
  id: idSchema("delivery"),
  transaction_id: idSchema("transaction"),
  /** The transaction status that it reports. */
  transaction_status: TransactionStatus,
  amount: Amount,
  payer: z.string(),
  channel: z.string(),
  outcome: Outcome,
  marks: z.array(AttemptMark),
  /** The HTTP status and time of the last attempt; null before the first. `response` is null if none arrived. */
  response: z.int().nullable(),
  duration_ms: z.int().nullable(),
  sent_at: Instant.nullable(),
  created_at: Instant,
});

export const DELIVERIES_PER_PAGE = 50;

/** The filters of a list of deliveries. `q` is a transaction id, a delivery id or a response code. */
export const DeliveriesQuery = z.object({
  outcome: optional(Outcome),
  q: optional(Text),
  before: optional(Text),
});

/**
 * A page of deliveries. `next` is the `before` of the next page, null at the end. A page may hold fewer rows than its
 * size, even none, and still have a next page: a search stops after a fixed number of scanned rows.
 */
export const DeliveriesPage = z.object({ rows: z.array(DeliveryRow), next: z.string().nullable() });

const DeliveryAttempt = z.object({
  number: z.int(),
  started_at: Instant,
  duration_ms: z.int(),
  /** The HTTP status; null if no response arrived. */
  status: z.int().nullable(),
  /** Why it failed, as a sentence; null if it succeeded. */
  error: z.string().nullable(),
  /** The first bytes of the response, as text. */
  excerpt: z.string().nullable(),
  /** Where it was sent. */
  url: z.string(),
  /** The headers that were sent; the values of custom headers are hidden. */
  headers: z.record(z.string(), z.string()),
});

/** One delivery with all its attempts, oldest first. */
export const Delivery = DeliveryRow.omit({ marks: true }).extend({
  event_type: z.enum(EVENT_TYPES),
  session_id: idSchema("session"),
  /** The transaction with its status; null for an event of another type, which has a subject with its state. */
  transaction_id: idSchema("transaction").nullable(),
  transaction_status: TransactionStatus.nullable(),
  amount: Amount.nullable(),
  payer: z.string().nullable(),
  channel: z.string().nullable(),
  subject_id: z.string().nullable(),
  subject_state: z.string().nullable(),
  /** The name of the organisation-wide endpoint; null for a session's `webhook_url`. */
  endpoint_name: z.string().nullable(),
  /** Whether it can be sent again: its endpoint was not removed. */
  may_replay: z.boolean(),
  url: z.string(),
  /** The body that was sent, with the payer's account number masked to its last four digits unless it is revealed. */
  body: z.string(),
  attempts: z.array(DeliveryAttempt),
  /** When the next attempt is due; null if none is. */
  due_at: Instant.nullable(),
});

/** The delivery counts of a session. Every screen takes them from `lib/webhooks/deliveries/delivery-figures`. */
export const DeliveryFigures = z.object({
  /** Payments whose events should have been delivered by now, and those of them whose events all were. */
  due_count: z.int(),
  delivered_count: z.int(),
  /** Events that are still to be sent, those of them whose last attempt failed, and those that failed for good. */
  waiting_count: z.int(),
  retrying_count: z.int(),
  failed_count: z.int(),
});

/** The status of a session's webhook endpoint, and the session's delivery counts. */
export const WebhookStatus = z.object({
  endpoint: z
    .object({
      id: idSchema("webhookEndpoint"),
      url: z.string(),
      health: z.enum(["healthy", "failing", "backing_off", "paused"]),
      since: Instant,
      pause_reason: PauseReason.nullable(),
      /** Attempts that failed since the last success. */
      failures: z.int(),
      /** When the next event is sent; null if none is waiting or the endpoint is paused. */
      next_attempt_at: Instant.nullable(),
      last_success_at: Instant.nullable(),
    })
    .nullable(),
  ...DeliveryFigures.shape,
  /** The last four characters of the current signing secret, and the older ones that still sign, with their end. */
  secret_ends: z.string(),
  retiring: z.array(z.object({ secret_ends: z.string(), retires_at: Instant })),
});

/** Response times of the last hour's events, per minute. */
export const ResponseTimes = z.object({
  median_ms: z.int().nullable(),
  slowest_ms: z.int().nullable(),
  /** `retried`: attempts that failed and were, or will be, made again. */
  minutes: z.array(z.object({ at: Instant, median_ms: z.int(), retried: z.int() })),
});

/** Replays the events that failed for good since a time; for the organisation, all or those of one endpoint. */
export const ReplayFailed = z.object({ since: Instant });
export const ReplayAllFailed = ReplayFailed.extend({ endpoint_id: optional(idSchema("webhookEndpoint")) });

const EventTypes = z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length);

/** What a member enters of an organisation-wide webhook endpoint. In a change, absent headers stay as they are. */
export const EndpointInput = z.object({
  name: z.string().trim().max(100).default(""),
  url: z.string().max(2_000),
  event_types: EventTypes,
  headers: z.record(z.string(), z.string()).optional(),
});

/** An organisation-wide webhook endpoint with its health. `hours`: the attempts of its last 48 hours, where there were any. */
export const OrganisationEndpoint = z.object({
  id: idSchema("webhookEndpoint"),
  name: z.string(),
  url: z.string(),
  event_types: EventTypes,
  header_names: z.array(z.string()),
  health: z.enum(["healthy", "failing", "backing_off", "paused"]),
  since: Instant,
  pause_reason: PauseReason.nullable(),
  failures: z.int(),
  /** At most 10,000. */
  waiting_count: z.int(),
  last_success_at: Instant.nullable(),
  created_at: Instant,
  hours: z.array(z.object({ at: Instant, succeeded: z.int(), failed: z.int(), mean_ms: z.int() })),
  secret_ends: z.string(),
  retiring: z.array(z.object({ secret_ends: z.string(), retires_at: Instant })),
});

/** The filters of a search of all deliveries. `q` is a whole id of an event, a payment, a session or a subject. */
export const SearchQuery = z.object({
  q: optional(Text),
  outcome: optional(Outcome),
  endpoint_id: optional(idSchema("webhookEndpoint")),
  event_type: optional(z.enum(EVENT_TYPES)),
  from: optional(Instant),
  to: optional(Instant),
  before: optional(Text),
});

/** A page of found deliveries. `next` is the `before` of the next page, null at the end. */
export const FoundDeliveries = z.object({
  rows: z.array(
    z.object({
      id: idSchema("delivery"),
      session_id: idSchema("session"),
      session_name: z.string(),
      event_type: z.enum(EVENT_TYPES),
      /** The transaction, or what another event is about, and the status or state that it reports. */
      subject_id: z.string(),
      subject_state: z.string(),
      outcome: Outcome,
      attempts: z.int(),
      response: z.int().nullable(),
      /** Why the last attempt failed, as a sentence; null if it succeeded or before the first. */
      error: z.string().nullable(),
      duration_ms: z.int().nullable(),
      created_at: Instant,
      endpoint: z.object({
        id: idSchema("webhookEndpoint"),
        url: z.string(),
        name: z.string(),
        is_removed: z.boolean(),
      }),
    }),
  ),
  next: z.string().nullable(),
});

/** The events to send again. */
export const ReplaySelected = z.object({
  deliveries: z
    .array(z.object({ session_id: idSchema("session"), id: idSchema("delivery") }))
    .min(1)
    .max(500),
});

/** How many of selected events are delivered, still to be sent, and failed for good. */
export const DeliveryOutcomes = z.object({ delivered: z.int(), waiting: z.int(), failed: z.int() });

/** The webhook URL that a session gets, and how many waiting events follow it. */
export const ChangeWebhookUrl = z.object({ webhook_url: z.string().max(2_000) });
export const ChangedWebhookUrl = z.object({ webhook_url: z.string(), moved: z.int() });

/** A request to send failed events again, with its progress. */
export const Replay = z.object({
  id: idSchema("replay"),
  since: Instant,
  requested_at: Instant,
  requested_by: z.string(),
  /** How many events there were at the request, and how many of them are due again. */
  total: z.int(),
  replayed: z.int(),
  finished_at: Instant.nullable(),
});

/** What the local receiver of `takings listen` answered to each event; null if it did not answer. */
export const ListenerAnswers = z.object({
  answers: z
    .array(
      z.object({
        id: idSchema("delivery"),
        status: z.int().min(100).max(599).nullable(),
        duration_ms: z.int().min(0).max(3_600_000),
      }),
    )
    .max(100),
});

/** The next events of a listener, with the body to send. */
export const ListenerEvents = z.object({
  events: z.array(z.object({ id: idSchema("delivery"), body: z.string() })),
});

/** The secrets that sign an organisation's events now, the newest first; the others are retiring. */
export const SigningSecrets = z.object({
  secrets: z.array(z.object({ secret: z.string(), created_at: Instant, retires_at: Instant.nullable() })),
});
