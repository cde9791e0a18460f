import { EXPECTED_NOT_COVERED } from "./expected-not-covered";
import type { Change } from "./tamper";
import { VERSIONS_NOT_COVERED } from "./versions-not-covered";

/** A change of a column that `verify` does not report, because no amount and no owner depends on it. */
export interface NotCovered {
  /** `table.column` */
  column: string;
  /** The kinds of change that are not reported; if absent, all. */
  changes?: readonly Change[];
  /** The rows for which they are not reported, as a SQL condition on the row `t`; if absent, all. */
  where?: string;
  /** A description of both. */
  change: string;
  reason: string;
}

const SCHEDULE = "schedule of the next attempt";
const WORDS = "display text";
const NO_AMOUNT = "no amount depends on it";
const TIME = "a displayed time";
const UNREFERENCED = "nothing refers to it";
export const MOVES_NOTHING = "only compared with the recorded payments";
const ON_THE_DAY = "a time that moves no recorded payment";
const TIMES: readonly Change[] = ["earlier", "later"];
const TEXTS: readonly Change[] = ["other", "another row's"];
const ANY = "any";
const any = (column: string, reason: string): NotCovered => ({ column, change: ANY, reason });

const OF_SESSIONS: readonly NotCovered[] = [
  any("sessions.external_event_id", WORDS),
  any("sessions.name", WORDS),
  ...["sessions.starts_at", "sessions.ends_at"].map((column) => any(column, TIME)),
  any("sessions.archived_at", "whether the list of events hides it"),
  any("sessions.metadata", "the platform's own"),
  {
    column: "sessions.account_number",
    where:
      "not exists (select from transactions x where x.session_id = t.session_id and x.channel = 'bank_transfer')",
    changes: TEXTS,
    change: "to another number, of a session without transfers",
    reason: "no payment refers to it yet",
  },
  any("sessions.account_attached_at", ON_THE_DAY),
  any("sessions.account_name", WORDS),
  any("sessions.bank_account_name", WORDS),
  any("sessions.bank_name", WORDS),
  any("sessions.bank_code", WORDS),
  {
    column: "sessions.created_at",
    where: "exists (select from transactions x where x.session_id = t.session_id)",
    change: "of a session with payments",
    reason: TIME,
  },
  any("sessions.webhook_since", TIME),
  any("terminals.id", UNREFERENCED),
  any("terminals.assigned_at", TIME),
  any("terminals.location", WORDS),
  any("device_pairings.id", UNREFERENCED),
  { column: "device_pairings.paired_from", changes: TIMES, change: ON_THE_DAY, reason: MOVES_NOTHING },
  any("device_pairings.paired_to", "can be set to a time in the past; earlier payments keep their terminal"),
  any("operator_assignments.id", UNREFERENCED),
  { column: "operator_assignments.assigned_from", changes: TIMES, change: ON_THE_DAY, reason: MOVES_NOTHING },
  {
    column: "operator_assignments.assigned_to",
    changes: [...TIMES, "none"],
    change: ON_THE_DAY,
    reason: MOVES_NOTHING,
  },
];

const OF_PAYMENTS: readonly NotCovered[] = [
  {
    column: "payment_identities.needs_review",
    where: "not needs_review",
    change: "to true",
    reason: "causes an additional check and no other change",
  },
  any("retired_payments.retired_at", TIME),
  any("payment_confirmations.attempt_count", SCHEDULE),
  any("payment_confirmations.due_at", SCHEDULE),
  any("payment_confirmations.created_at", SCHEDULE),
  any("settlement_lines.id", UNREFERENCED),
  any("reversals.id", UNREFERENCED),
  any("refunds.request_key", "recognises a repeated request and has no other effect"),
  any("refunds.sent_at", SCHEDULE),
  any("refunds.due_at", SCHEDULE),
  any("refunds.attempt_count", SCHEDULE),
  {
    column: "refunds.state",
    where: "t.state in ('approved', 'sending', 'in_progress')",
    change: "between `approved`, `sending` and `in_progress`",
    reason: "the bank is asked in each of them before anything is sent again",
  },
  {
    column: "refunds.bank_reference",
    where: "t.state in ('awaiting_approval', 'approved', 'sending', 'in_progress')",
    change: "of a refund that is not final",
    reason: WORDS,
  },
  {
    column: "refunds.detail",
    where: "t.state in ('awaiting_approval', 'approved', 'sending', 'in_progress')",
    change: "of a refund that is not final",
    reason: WORDS,
  },
];

const OF_NOTIFICATIONS: readonly NotCovered[] = [
  {
    column: "bank_notifications.id",
    where: "outcome in ('status', 'ignored', 'unrecognised')",
    change: "of a notification that recorded nothing and opened no exception",
    reason: UNREFERENCED,
  },
  {
    column: "bank_notifications.mode",
    where: "outcome in ('ignored', 'unrecognised')",
    change: "of a notification without a payment",
    reason: "no amount and no session depends on it",
  },
  {
    column: "bank_notifications.adapter_version",
    changes: ["less"],
    where: `(provider = 'paystack' and adapter_version in (2, 3, 4) and not exists (select from reversals r
        where r.notification_id = t.id and (r.stage in ('pending', 'failed') or r.due_at is not null))
      or provider in ('monnify', 'lenco') and adapter_version = 2 and not exists (select from settlements s
        where s.mode = t.mode and s.bank_connection_id = t.bank_connection_id and s.reference = t.correlation_key
          and s.net is not null))`,
    change: "to an earlier version of the adapter that parses it the same",
    reason: "no amount and no session depends on it",
  },
  any("bank_notifications.signature", "cannot be verified again after the secret is rotated"),
  {
    column: "bank_notifications.received_at",
    where: `not exists (select from exceptions e where e.notification_id = t.id and e.reason <> 'not_confirmed')
      and not exists (select from reversals r where r.notification_id = t.id)
      and not exists (select from settlement_lines l where l.notification_id = t.id)
      and not exists (select from transactions x where x.notification_id = t.id and x.paid_at_is_receipt)`,
    change: "if no exception, reversal, settlement line or time of payment repeats it",
    reason: TIME,
  },
  {
    column: "exceptions.id",
    where: `not exists (select from exceptions p where p.previous_id = t.id)
      and not exists (select from audit_entries a where a.subject = t.id)`,
    change: "if no later exception and no audit entry refers to it",
    reason: UNREFERENCED,
  },
  {
    column: "exceptions.previous_id",
    changes: ["none"],
    change: "to null",
    reason: "a displayed link to a resolved exception",
  },
  {
    column: "exceptions.detail",
    where: "reason <> 'not_confirmed'",
    change: "unless the bank did not confirm the payment",
    reason: WORDS,
  },
  {
    column: "exceptions.note",
    changes: TEXTS,
    where: "note is not null",
    change: "to another text",
    reason: WORDS,
  },
  {
    column: "exceptions.created_at",
    where: "reason = 'not_confirmed'",
    change: "if the bank did not confirm the payment",
    reason: "for other exceptions it is the time of the notification",
  },
  {
    column: "exceptions.resolved_at",
    changes: TIMES,
    where: "resolved_at is not null",
    change: "to another time",
    reason: TIME,
  },
  {
    column: "exceptions.resolution",
    changes: ["dismissed", "to_refund"],
    where: `resolution in ('dismissed', 'to_refund') and not exists (select from audit_entries a where a.subject = t.id)`,
    change: "between `dismissed` and `to_refund`, if no audit entry refers to it",
    reason: "resolved by the command line; the note contains the decision",
  },
];

const OF_EVENTS: readonly NotCovered[] = [
  {
    column: "webhook_deliveries.id",
    where: "not exists (select from webhook_attempts a where a.delivery_id = t.id)",
    change: "of an event without attempts",
    reason: UNREFERENCED,
  },
  {
    column: "webhook_deliveries.state",
    changes: ["pending"],
    where: "state = 'failed'",
    change: "from `failed` to `pending`",
    reason: SCHEDULE,
  },
  {
    column: "webhook_deliveries.state",
    changes: ["failed"],
    where: `state = 'pending' and exists (select from webhook_attempts a where a.delivery_id = t.id
      and a.number = t.attempt_count and a.error is not null) and uncounted_attempts < attempt_count`,
    change: "from `pending` to `failed`, if the last attempt failed",
    reason: "follows from the retry schedule, which is a setting",
  },
  {
    column: "webhook_deliveries.attempt_count",
    changes: ["more"],
    where: "state = 'pending'",
    change: "to a larger number, of a pending event",
    reason: "an attempt has no row if the process ended during it",
  },
  {
    column: "webhook_deliveries.uncounted_attempts",
    changes: ["more"],
    where: "uncounted_attempts + 1 <= attempt_count - (state <> 'pending')::int",
    change: "to a larger number, up to the number of attempts",
    reason: SCHEDULE,
  },
  any("webhook_deliveries.due_at", SCHEDULE),
  any("webhook_deliveries.changed_at", SCHEDULE),
  any("webhook_deliveries.traceparent", "only places an attempt in a trace"),
  {
    column: "webhook_deliveries.created_at",
    where: `transaction_status <> 'pending' and exists (select from webhook_deliveries p
      where p.transaction_id = t.transaction_id and p.transaction_status = 'pending')`,
    change: "of the event after a pending one",
    reason: TIME,
  },
  {
    column: "webhook_deliveries.delivered_at",
    changes: TIMES,
    where: "delivered_at is not null",
    change: "to another time",
    reason: TIME,
  },
  {
    column: "webhook_deliveries.delivered_at",
    changes: ["none"],
    where: "state = 'pending'",
    change: "to null, of an event that is sent again",
    reason: TIME,
  },
  any("webhook_deliveries.event_type", NO_AMOUNT),
  any("webhook_attempts.webhook_endpoint_id", "a displayed address"),
  any("webhook_attempts.started_at", TIME),
  any("webhook_attempts.duration_ms", TIME),
  any("webhook_attempts.excerpt", WORDS),
  {
    column: "webhook_attempts.error",
    changes: TEXTS,
    where: "error is not null",
    change: "to another text",
    reason: WORDS,
  },
  {
    column: "webhook_attempts.status",
    changes: ["more"],
    change: "to another status with the same meaning",
    reason: "only whether it was accepted is compared",
  },
  {
    column: "webhook_attempts.status",
    changes: ["less", "none"],
    where: "error is not null",
    change: "of an attempt that was not accepted",
    reason: "only whether it was accepted is compared",
  },
];

/** Every change that `verify` does not report; the source of the table in `docs/reliability.md`. */
export const NOT_COVERED: readonly NotCovered[] = [
  ...OF_SESSIONS,
  ...OF_PAYMENTS,
  ...EXPECTED_NOT_COVERED,
  ...VERSIONS_NOT_COVERED,
  ...OF_NOTIFICATIONS,
  ...OF_EVENTS,
];
