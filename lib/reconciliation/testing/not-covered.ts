import type { Change } from "./tamper";

/** A change of a column that `verify` does not name, because no amount and no owner depends on it. */
export interface NotCovered {
  /** `table.column` */
  column: string;
  /** The changes that are not named; absent: any. */
  changes?: readonly Change[];
  /** The rows of which they are not named, as SQL over the row `t`; absent: all. */
  where?: string;
  /** Both in words. */
  change: string;
  reason: string;
}

const SCHEDULE = "when something is tried next";
const WORDS = "text for people";
const TIME = "a time for people";
const SCREENS = "which rows an open screen reads again";
const UNREFERENCED = "nothing refers to it";
export const MOVES_NOTHING = "compared with the recorded payments alone";
const ON_THE_DAY = "a time that moves no recorded payment";
const TIMES: readonly Change[] = ["earlier", "later"];
const TEXTS: readonly Change[] = ["other", "another row's"];
const ANY = "any";

const any = (column: string, reason: string): NotCovered => ({ column, change: ANY, reason });

const OF_SESSIONS: readonly NotCovered[] = [
  any("sessions.external_event_id", WORDS),
  any("sessions.name", WORDS),
  any("sessions.starts_at", TIME),
  any("sessions.ends_at", TIME),
  any("sessions.metadata", "the platform's own"),
  {
    column: "sessions.account_number",
    where:
      "not exists (select from transactions x where x.session_id = t.session_id and x.channel = 'bank_transfer')",
    changes: TEXTS,
    change: "to another number, of a session without transfers",
    reason: "no payment names it yet",
  },
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
  any("session_counters.version", SCREENS),
  any("session_counters.roster", SCREENS),
  any("terminals.id", UNREFERENCED),
  any("terminals.assigned_at", TIME),
  any("terminals.place", WORDS),
  any("device_pairings.id", UNREFERENCED),
  { column: "device_pairings.paired_from", changes: TIMES, change: ON_THE_DAY, reason: MOVES_NOTHING },
  {
    column: "device_pairings.paired_to",
    change: ANY,
    reason: "can be set to a time in the past; payments of before keep their terminal",
  },
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
    column: "transactions.changed_version",
    changes: ["more", "less"],
    change: "another number",
    reason: SCREENS,
  },
  {
    column: "transactions.changed_version",
    changes: ["none"],
    where: "operator_id is null",
    change: "to none, where no operator is assigned",
    reason: SCREENS,
  },
  {
    column: "payments.needs_review",
    where: "not needs_review",
    change: "to true",
    reason: "costs a second look and changes nothing",
  },
  any("retired_payments.retired_at", TIME),
  any("confirmations.attempt_count", SCHEDULE),
  any("confirmations.due_at", SCHEDULE),
  any("confirmations.created_at", SCHEDULE),
  any("settlement_lines.id", UNREFERENCED),
  any("reversals.id", UNREFERENCED),
];

const OF_NOTIFICATIONS: readonly NotCovered[] = [
  {
    column: "notices.id",
    where: "outcome in ('status', 'ignored', 'unrecognised')",
    change: "of one that recorded nothing and is no exception",
    reason: UNREFERENCED,
  },
  {
    column: "notices.mode",
    where: "outcome in ('ignored', 'unrecognised')",
    change: "of one that names no payment",
    reason: "no money and no session depends on it",
  },
  any("notices.signature", "cannot be verified again after the secret is rotated"),
  {
    column: "notices.received_at",
    where: `not exists (select from exceptions e where e.notice_id = t.id and e.reason <> 'not_confirmed')
      and not exists (select from reversals r where r.notice_id = t.id)
      and not exists (select from settlement_lines l where l.notice_id = t.id)
      and not exists (select from transactions x where x.notice_id = t.id and x.paid_at_is_receipt)`,
    change: "where no exception, reversal, settlement line or time of payment repeats it",
    reason: TIME,
  },
  {
    column: "exceptions.id",
    where: `not exists (select from exceptions p where p.previous_id = t.id)
      and not exists (select from audit_entries a where a.subject = t.id)`,
    change: "where no later exception and no audit entry names it",
    reason: UNREFERENCED,
  },
  {
    column: "exceptions.previous_id",
    changes: ["none"],
    change: "to none",
    reason: "a link for people to an exception that is resolved",
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
    change: "where the bank did not confirm the payment",
    reason: "of the others it is the time of the notification",
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
    changes: ["noted", "to_return"],
    where: `resolution in ('noted', 'to_return') and not exists (select from audit_entries a where a.subject = t.id)`,
    change: "between `noted` and `to_return`, where no audit entry names it",
    reason: "the command line decided, and its note says what",
  },
];

const OF_EVENTS: readonly NotCovered[] = [
  {
    column: "deliveries.id",
    where: "not exists (select from delivery_attempts a where a.delivery_id = t.id)",
    change: "of an event without attempts",
    reason: UNREFERENCED,
  },
  {
    column: "deliveries.state",
    changes: ["pending"],
    where: "state = 'failed'",
    change: "from `failed` to `pending`",
    reason: SCHEDULE,
  },
  {
    column: "deliveries.state",
    changes: ["failed"],
    where: `state = 'pending' and exists (select from delivery_attempts a where a.delivery_id = t.id
      and a.number = t.attempt_count and a.error is not null) and uncounted_attempts < attempt_count`,
    change: "from `pending` to `failed`, where the last attempt failed",
    reason: "follows from the retry schedule, which is a setting",
  },
  {
    column: "deliveries.attempt_count",
    changes: ["more"],
    where: "state = 'pending'",
    change: "to more, of a pending event",
    reason: "an attempt can be without a row, where the process ended meanwhile",
  },
  {
    column: "deliveries.uncounted_attempts",
    changes: ["more"],
    where: "uncounted_attempts + 1 <= attempt_count - (state <> 'pending')::int",
    change: "to more, up to the attempts",
    reason: SCHEDULE,
  },
  any("deliveries.due_at", SCHEDULE),
  any("deliveries.changed_at", SCHEDULE),
  {
    column: "deliveries.created_at",
    where: `transaction_status <> 'pending' and exists (select from deliveries p
      where p.transaction_id = t.transaction_id and p.transaction_status = 'pending')`,
    change: "of the event that follows a pending one",
    reason: TIME,
  },
  {
    column: "deliveries.delivered_at",
    changes: TIMES,
    where: "delivered_at is not null",
    change: "to another time",
    reason: TIME,
  },
  {
    column: "deliveries.delivered_at",
    changes: ["none"],
    where: "state = 'pending'",
    change: "to none, of an event that is sent again",
    reason: TIME,
  },
  any("delivery_attempts.started_at", TIME),
  any("delivery_attempts.duration_ms", TIME),
  any("delivery_attempts.excerpt", WORDS),
  {
    column: "delivery_attempts.error",
    changes: TEXTS,
    where: "error is not null",
    change: "to another text",
    reason: WORDS,
  },
  {
    column: "delivery_attempts.status",
    changes: ["more"],
    change: "to another status that means the same",
    reason: "accepted or not is compared",
  },
  {
    column: "delivery_attempts.status",
    changes: ["less", "none"],
    where: "error is not null",
    change: "of an attempt that was not accepted",
    reason: "accepted or not is compared",
  },
];

/** Every change that `verify` does not name: the table of `docs/reliability.md`. */
export const NOT_COVERED: readonly NotCovered[] = [
  ...OF_SESSIONS,
  ...OF_PAYMENTS,
  ...OF_NOTIFICATIONS,
  ...OF_EVENTS,
];
