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
