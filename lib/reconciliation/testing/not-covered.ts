const SCHEDULE = "schedule: when something is tried next";
const WORDS = "text for people";
const CATCH_UP = "which rows an open screen reads again";

/** Columns that `verify` does not compare, with the reason: the table of `docs/reliability.md`. */
export const NOT_COVERED: ReadonlyMap<string, string> = new Map([
  ["transactions.changed_version", CATCH_UP],
  ["session_counters.version", CATCH_UP],
  ["session_counters.roster", CATCH_UP],
  ["payments.needs_review", "true only costs a second look; false where a look is needed is named"],
  ["settlement_lines.id", "an id that nothing refers to"],
  ["reversals.id", "an id that nothing refers to"],
  ["exceptions.id", "an id that only `previous_id` refers to"],
  ["exceptions.dedupe_key", "keeps a repeat from opening a second exception"],
  ["exceptions.detail", WORDS],
  ["exceptions.note", WORDS],
  ["exceptions.resolution", "which decision a person took; that there is one is compared"],
  ["exceptions.resolved_at", "when a person decided; that there is one is compared"],
  ["notices.signature", "cannot be verified again after a secret is rotated"],
  ["notices.received_at", "the time of receipt, where nothing else has it"],
  ["deliveries.due_at", SCHEDULE],
  ["deliveries.changed_at", SCHEDULE],
  ["deliveries.uncounted_attempts", SCHEDULE],
  ["deliveries.delivered_at", "a time for people; that there is one is compared"],
  ["delivery_attempts.started_at", "a time for people"],
  ["delivery_attempts.duration_ms", "a time for people"],
  ["delivery_attempts.error", WORDS],
  ["delivery_attempts.excerpt", WORDS],
  ["delivery_attempts.status", "another answer of 2xx; one that is no 2xx is named"],
  ["retired_payments.retired_at", "a time for people"],
  ["confirmations.attempt_count", SCHEDULE],
  ["confirmations.due_at", SCHEDULE],
  ["confirmations.created_at", SCHEDULE],
  ["terminals.id", "an id that nothing refers to"],
  ["terminals.position", "the label of a terminal"],
  ["terminals.assigned_at", "a time for people"],
  ["terminals.place", WORDS],
]);
