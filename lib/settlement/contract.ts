import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

/** §2.7. Keys of `by_date` are the settlements' own calendar dates. */
export const SettlementSummary = z.object({
  session_id: idOf("session"),
  total_settled: Amount,
  total_pending_settlement: Amount,
  settled_count: z.int(),
  pending_count: z.int(),
  by_date: z.record(z.string(), z.object({ count: z.int(), total: Amount })),
  generated_at: Instant,
});

/** The same for the dashboard, with the session's version of which it is true. */
export const Settlement = SettlementSummary.extend({ version: z.int() });

/** What landed on one day by one channel under one of the bank's references. */
export const SettlementPart = z.object({
  date: z.string(),
  channel: z.string(),
  count: z.int(),
  total: Amount,
  /** The bank's own; empty where it gave none. */
  reference: z.string(),
  /** When the bank told of it. */
  landed_at: Instant.nullable(),
});

/** What each settlement day consists of, the latest first. */
export const SettlementParts = z.object({ rows: z.array(SettlementPart) });
