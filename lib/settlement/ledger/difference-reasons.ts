/** The reasons of differences between a settlement and the recorded payments. */
export const DIFFERENCE_REASONS = [
  "unreported",
  "amount",
  "failed",
  "settled_twice",
  "gross_total",
  "fees_total",
  "stamp_duty_total",
  "net_total",
  "payment_count",
] as const;
