import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Amount, CountedTotal } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

/** The settlement summary of §2.7. Keys of `by_date` are the settlements' calendar dates. */
export const SettlementSummary = z
  .object({
    session_id: idSchema("session"),
    total_settled: Amount.meta({
      description: "What the bank has settled to the client's account, gross.",
      examples: ["50000.00"],
    }),
    total_pending_settlement: Amount.meta({
      description: "The successful transactions that await settlement.",
      examples: ["7500.00"],
    }),
    settled_count: z
      .int()
      .min(0)
      .meta({ description: "Settled transactions.", examples: [2] }),
    pending_count: z
      .int()
      .min(0)
      .meta({ description: "Successful transactions that await settlement.", examples: [1] }),
    by_date: z.record(z.string(), CountedTotal).meta({
      description: "What was settled by settlement date (`YYYY-MM-DD`) in the business's time zone.",
      examples: [{ "2026-11-25": { count: 2, total: "50000.00" } }],
    }),
    generated_at: Instant.meta({ description: "When these totals were read." }),
  })
  .meta({ id: "Settlement", description: "What of a session is settled.", section: "2.7" });

/** The summary for the dashboard, with the session's version that it was computed for. */
export const Settlement = SettlementSummary.extend({
  version: z.int(),
  /** The part of `total_pending_settlement` that was refunded or reversed and will not be settled. */
  total_not_coming: Amount,
  /** The number of pending payments of which nothing will be settled. */
  not_coming_count: z.int(),
});

/** The settled count and total of one day, one channel and one bank reference. */
const SettlementBreakdownRow = z.object({
  date: z.string(),
  channel: z.string(),
  count: z.int(),
  total: Amount,
  /** The bank's reference; empty if it gave none. */
  reference: z.string(),
  /** When the bank's notification was received. */
  landed_at: Instant.nullable(),
});

/** The breakdown of every settlement day, latest first. */
export const SettlementBreakdown = z.object({ rows: z.array(SettlementBreakdownRow) });

/** The settlement file, and whether only its preview is wanted. */
export const ImportSettlements = z.strictObject({ csv: z.string().min(1), preview: z.boolean() });

/** A line of a settlement file with the effect of its import. */
const SettlementImportLine = z.object({
  line: z.int(),
  payment_reference: z.string(),
  settlement_reference: z.string(),
  settled_on: z.string(),
  amount: Amount,
  outcome: z.enum(["ready", "pending", "exception", "imported", "unknown"]),
  /** What the exception says; otherwise empty. */
  detail: z.string(),
});

/** The lines of a settlement file; `invalid` ones prevent the import. */
export const SettlementImport = z.object({
  lines: z.array(SettlementImportLine),
  invalid: z.array(z.object({ line: z.int(), detail: z.string() })),
  /** Whether the lines have been imported. */
  imported: z.boolean(),
});

/** Payments of a session that await settlement at one provider, by channel and expected day. */
export const AwaitingSettlement = z.object({
  provider: z.string(),
  channel: z.string(),
  /** The calendar day by the provider's documented cycle; null if none is documented. */
  expected_on: z.string().nullable(),
  is_overdue: z.boolean(),
  /** Whether the provider reports settlements; otherwise only a file settles these payments. */
  is_reported: z.boolean(),
  count: z.int(),
  amount: Amount,
});

/** A payment of a settlement. */
const SettledPayment = z.object({
  transaction_id: idSchema("transaction"),
  payment_reference: z.string(),
  gross: Amount,
  fee: Amount.nullable(),
  stamp_duty: Amount.nullable(),
  status: z.enum(["waiting", "applied", "refused"]),
});

/** The reasons of differences between a settlement and the recorded payments. */
export const DifferenceReason = z.enum([
  "unreported",
  "amount",
  "failed",
  "settled_twice",
  "gross_total",
  "fees_total",
  "stamp_duty_total",
  "net_total",
  "payment_count",
]);

/** A difference between a settlement and the recorded payments, as a line of its own. */
const SettlementDifference = z.object({
  reason: DifferenceReason,
  /** Null for a difference of the whole settlement. */
  payment_reference: z.string().nullable(),
  detail: z.string(),
});

/** One settlement with the sums over the session's own payments. */
const LedgerSettlement = z.object({
  id: z.string(),
  provider: z.string(),
  reference: z.string(),
  settled_on: z.string(),
  source: z.enum(["list", "notification", "file"]),
  destination_account: z.string(),
  destination_bank: z.string(),
  gross: Amount,
  /** Null if the bank states none for any payment, and then so is `net`. */
  fees: Amount.nullable(),
  stamp_duty: Amount.nullable(),
  net: Amount.nullable(),
  payment_count: z.int(),
  /** The first payments; `payment_count` counts all. */
  payments: z.array(SettledPayment),
  differences: z.array(SettlementDifference),
});

/** The settlements of a session, latest first, and what awaits settlement. */
export const SettlementLedger = z.object({
  settlements: z.array(LedgerSettlement),
  /** Whether older settlements are omitted. */
  has_more: z.boolean(),
  awaiting: z.array(AwaitingSettlement),
});
