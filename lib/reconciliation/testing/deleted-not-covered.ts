import { MOVES_NOTHING } from "./not-covered";

/** Rows whose deletion `verify` does not report, as a SQL condition on the row `t` and as a description. */
export const DELETED_NOT_COVERED: readonly { table: string; where: string; rows: string; reason: string }[] =
  [
    {
      table: "bank_notifications",
      where: "outcome in ('ignored', 'unrecognised')",
      rows: "without effect: of an ignored kind, without an amount, or a repeat",
      reason: "no other row follows from it",
    },
    {
      table: "expected_payments",
      where: `not exists (select from expected_payment_matches m where m.expected_payment_id = t.id)
      and not exists (select from webhook_deliveries d where d.subject_id = t.id)
      and t.sequence = (select max(o.sequence) from expected_payments o where o.session_id = t.session_id)`,
      rows: "without payments and events, the last of the session",
      reason: "no other row refers to it",
    },
    {
      table: "exceptions",
      where: `resolution = 'recorded' and exists (
      select from bank_notifications n where n.id = t.notification_id and n.outcome in ('recorded', 'settlement'))`,
      rows: "that were resolved by recording the payment of the same notification or settlement line",
      reason: "the payment is recorded",
    },
    {
      table: "webhook_deliveries",
      where: `is_organisation_wide and not exists (select from webhook_attempts a where a.delivery_id = t.id)
      and not (transaction_status is not distinct from 'pending' and exists (select from webhook_deliveries f
        where f.transaction_id = t.transaction_id and f.webhook_endpoint_id = t.webhook_endpoint_id and f.id <> t.id))`,
      rows: "to organisation-wide endpoints, without attempts",
      reason: "which events such an endpoint gets is its organisation's choice, which can change",
    },
    {
      table: "webhook_attempts",
      where: `error is not null and not exists (select from webhook_deliveries d
      where d.id = t.delivery_id and d.state = 'failed' and d.attempt_count = t.number)`,
      rows: "of attempts that were not accepted and are not the last",
      reason: "an attempt has no row if the process ended during it",
    },
    {
      table: "device_pairings",
      where:
        "not exists (select from transactions x where x.mode = t.mode and x.terminal_id = t.terminal_id)",
      rows: "without payments",
      reason: MOVES_NOTHING,
    },
    {
      table: "operator_assignments",
      where:
        "not exists (select from transactions x where x.terminal_id = t.terminal_id and x.operator_id = t.operator_id)",
      rows: "without payments",
      reason: MOVES_NOTHING,
    },
    {
      table: "terminals",
      where: "last_sequence = 0 and mode = 'live'",
      rows: "without payments and pairings",
      reason: "no other row refers to it",
    },
    {
      table: "search_index_progress",
      where: "indexed_through = 0",
      rows: "without entries",
      reason: "created again when the session has payments",
    },
  ];
