import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

/** The settlement summary of §2.7. Keys of `by_date` are the settlements' calendar dates. */
export const SettlementSummary = z.object({
  session_id: idSchema("session"),
  total_settled: Amount,
  total_pending_settlement: Amount,
  settled_count: z.int(),
  pending_count: z.int(),
  by_date: z.record(z.string(), z.object({ count: z.int(), total: Amount })),
  generated_at: Instant,
});

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
