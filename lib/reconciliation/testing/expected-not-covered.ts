import type { NotCovered } from "./not-covered";

const WORDS = "display text";
const TIME = "a displayed time";
const SCREENS = "selects the rows that an open page reads again";
const UNREFERENCED = "nothing refers to it";
const ORDERED = "the platform's own, stated once";

/** The changes of expected payments that `verify` does not report. */
export const EXPECTED_NOT_COVERED: readonly NotCovered[] = [
  {
    column: "expected_payments.id",
    where: `not exists (select from expected_payment_matches m where m.expected_payment_id = t.id)
      and not exists (select from webhook_deliveries d where d.subject_id = t.id)`,
    change: "without payments and events",
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
    where: `t.status not in ('awaiting', 'underpaid')
      and not exists (select from expected_payment_matches m where m.expected_payment_id = t.id)`,
    change: "to an earlier one, after it has expired without a payment",
    reason: ORDERED,
  },
  { column: "expected_payment_matches.matched_in_version", change: "any", reason: SCREENS },
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
