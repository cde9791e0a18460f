import { MOVES_NOTHING } from "./not-covered";

/** Rows whose deletion is not named, as SQL over the row `t` and in words. */
export const DELETED_NOT_COVERED: readonly { table: string; where: string; rows: string; reason: string }[] =
  [
    {
      table: "notices",
      where: "outcome in ('ignored', 'unrecognised')",
      rows: "that changed nothing: of an ignored kind, without an amount, or a repeat",
      reason: "no other row follows from it",
    },
    {
      table: "exceptions",
      where: `resolution = 'recorded' and exists (
      select from notices n where n.id = t.notice_id and n.outcome in ('recorded', 'settlement'))`,
      rows: "that were answered by recording the payment of the same notification or settlement line",
      reason: "the payment is recorded",
    },
    {
      table: "delivery_attempts",
      where: `error is not null and not exists (select from deliveries d
      where d.id = t.delivery_id and d.state = 'failed' and d.attempt_count = t.number)`,
      rows: "of attempts that were not accepted and not the last",
      reason: "an attempt can be without a row, where the process ended meanwhile",
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
      where: "last_number = 0 and mode = 'live'",
      rows: "without payments and pairings",
      reason: "no other row names it",
    },
    {
      table: "catalogues",
      where: "up_to = 0",
      rows: "without entries",
      reason: "made again when the session has payments",
    },
  ];
