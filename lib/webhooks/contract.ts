import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { optional, Text } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** What a round of sending did: tries made, how they ended, and the events that are due and still to be sent. */
export const SendingReport = z.object({
  attempted: z.int(),
  delivered: z.int(),
  failed: z.int(),
  remaining: z.int(),
});
export type SendingReport = z.output<typeof SendingReport>;

const Outcome = z.enum(["delivered", "waiting", "failed"]);

/** One try, as a list marks it. */
const Mark = z.object({ number: z.int(), is_ok: z.boolean() });

/** One outgoing event in the list, with the facts of its payment. */
export const DeliveryRow = z.object({
  id: idOf("delivery"),
  transaction_id: idOf("transaction"),
  /** The status that it tells of. */
  transaction_status: z.enum(["successful", "pending", "failed"]),
  amount: Amount,
  payer: z.string(),
  channel: z.string(),
  outcome: Outcome,
  marks: z.array(Mark),
  /** The last try's answer and time; null before the first, `response` also where no answer came. */
  response: z.int().nullable(),
  duration_ms: z.int().nullable(),
  sent_at: Instant.nullable(),
  created_at: Instant,
});

export const DELIVERIES_A_PAGE = 50;

/** Which deliveries are asked for: `q` is the id of a payment or an event, or the code of a response. */
export const DeliveriesQuery = z.object({
  outcome: optional(Outcome),
  q: optional(Text),
  before: optional(Text),
});

/**
 * A page of deliveries. `next` is what to ask for `before` to read on, null at the end; a page may hold fewer rows than
 * there is room for, even none, and still have a next, where much was looked through.
 */
export const DeliveriesPage = z.object({ rows: z.array(DeliveryRow), next: z.string().nullable() });

const DeliveryAttempt = z.object({
  number: z.int(),
  started_at: Instant,
  duration_ms: z.int(),
  /** The HTTP status; null where no answer came. */
  status: z.int().nullable(),
  /** Why it was no success, in words. */
  error: z.string().nullable(),
  /** The first bytes of the answer, as text. */
  excerpt: z.string().nullable(),
  /** The headers as they were sent. */
  headers: z.record(z.string(), z.string()),
});

/** One delivery with all its tries, oldest first. */
export const Delivery = DeliveryRow.omit({ marks: true }).extend({
  url: z.string(),
  /** As it was sent, but for the payer's account number: its last four digits alone, unless it is revealed. */
  body: z.string(),
  attempts: z.array(DeliveryAttempt),
  /** When the next try is due; null where none is. */
  due_at: Instant.nullable(),
});

/** How the events of a session have fared: one rule, `lib/webhooks/delivery-figures`, for every screen. */
export const DeliveryFigures = z.object({
  /** Payments of which the organiser's platform should know by now, and of those the ones it has answered well. */
  due_count: z.int(),
  delivered_count: z.int(),
  /** Events that are still to be sent, those of them that have failed so far, and those that were given up. */
  waiting_count: z.int(),
  retrying_count: z.int(),
  failed_count: z.int(),
});

/** How the place is that a session's events go to, and how they have fared. */
export const WebhookStatus = z.object({
  endpoint: z
    .object({
      id: idOf("endpoint"),
      url: z.string(),
      health: z.enum(["healthy", "failing", "resting", "paused"]),
      since: Instant,
      pause_reason: z.enum(["gone", "failing", "by_hand"]).nullable(),
      /** Tries that failed since the last success. */
      failures: z.int(),
      /** When the next event goes there; null where none waits or a person has to resume it. */
      next_try_at: Instant.nullable(),
      last_success_at: Instant.nullable(),
    })
    .nullable(),
  ...DeliveryFigures.shape,
  /** The last four characters of the signing secret in force, and until when older ones sign beside it. */
  secret_ends: z.string(),
  retiring: z.array(z.object({ secret_ends: z.string(), retires_at: Instant })),
});

/** Response times of the events of the last hour, minute by minute. */
export const ResponseTimes = z.object({
  median_ms: z.int().nullable(),
  slowest_ms: z.int().nullable(),
  /** `retried`: attempts that failed and were, or will be, made again. */
  minutes: z.array(z.object({ at: Instant, median_ms: z.int(), retried: z.int() })),
});

/** Which of the events that failed for good go again: those since a time. */
export const ReplayFailed = z.object({ since: Instant });

/** The secrets that sign an organisation's events now, the one in force first; the others retire. */
export const SigningSecrets = z.object({
  secrets: z.array(z.object({ secret: z.string(), created_at: Instant, retires_at: Instant.nullable() })),
});
