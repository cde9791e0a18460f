import type { NotCovered } from "./not-covered";

const WORDS = "display text";
const TIME = "a displayed time";
const UNREFERENCED = "nothing refers to it";
const ORDERED = "the platform's own, stated once";

/** The changes of expected payments that `verify` does not report. */
export const EXPECTED_NOT_COVERED: readonly NotCovered[] = [
  {
    column: "expected_payments.id",
    changes: ["other"],
    where: `not exists (select from expected_payment_matches m where m.expected_payment_id = t.id)
      and not exists (select from webhook_deliveries d where d.subject_id = t.id)`,
    change: "to a new one, without payments and events",
    reason: UNREFERENCED,
  },
  { column: "expected_payments.payer", change: "any", reason: WORDS },
  {
    column: "expected_payments.amount",
    where: "t.match_by_amount",
    changes: ["less"],
    change: "to one that is less than a naira from the reserved amount",
    reason: ORDERED,
  },
  {
    column: "expected_payments.after_sequence",
    changes: ["more"],
    where: `t.after_sequence < (select last_sequence from session_states k where k.session_id = t.session_id)
      and not exists (select from expected_payments e
        where e.session_id = t.session_id and e.sequence = t.sequence + 1 and e.after_sequence = t.after_sequence)
      and not exists (select from expected_payment_matches m
        where m.expected_payment_id = t.id and m.sequence = t.after_sequence + 1)`,
    change: "past a payment that does not belong to it, up to the next expected payment's",
    reason: "the same payments belong to it",
  },
  { column: "expected_payments.created_at", change: "any", reason: TIME },
  { column: "expected_payments.updated_at", change: "any", reason: TIME },
  {
    column: "expected_payments.expires_at",
    changes: ["later", "none"],
    where: "t.status <> 'expired' and not t.match_by_amount",
    change: "to a later one or none, before it has expired",
    reason: ORDERED,
  },
  {
    column: "expected_payments.expires_at",
    changes: ["later"],
    where: "t.status <> 'expired' and t.match_by_amount",
    change: "to a later one, of a reserved amount",
    reason: ORDERED,
  },
  {
    column: "expected_payments.expires_at",
    changes: ["earlier"],
    where: "t.expires_at > now() + interval '1 hour'",
    change: "to an earlier one that has not passed",
    reason: ORDERED,
  },
  {
    column: "expected_payments.expires_at",
    changes: ["earlier"],
    where: `t.status not in ('awaiting', 'underpaid')
      and not exists (select from expected_payment_matches m where m.expected_payment_id = t.id)`,
    change: "to an earlier one, after it has expired without a payment",
    reason: ORDERED,
  },
  {
    column: "expected_payment_progress.matched_through",
    changes: ["more"],
    change: "past payments that belong to no expected one",
    reason: "they are not looked at again",
  },
  {
    column: "expected_payment_progress.expired_through",
    changes: ["later"],
    change: "to a later time, before which none expires",
    reason: "the next expiry is stored all the same",
  },
  {
    column: "webhook_deliveries.created_at",
    where: "transaction_id is null",
    change: "of an event of another type",
    reason: TIME,
  },
];
