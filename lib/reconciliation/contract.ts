import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { EventReturns } from "@/lib/reversals/contract";

const Totals = z.record(z.string(), z.object({ count: z.int(), total: Amount }));

/** §2.6. */
export const Reconciliation = z.object({
  session_id: idSchema("session"),
  total_inflow: Amount,
  transaction_count: z.int(),
  successful_count: z.int(),
  pending_count: z.int(),
  failed_count: z.int(),
  by_channel: Totals,
  by_terminal: Totals,
  reconciled_at: Instant,
});

/** The summary for the dashboard: adds the pending and failed amounts, what came back, and the session's version. */
export const LedgerSummary = Reconciliation.extend({
  pending_total: Amount,
  failed_total: Amount,
  ...EventReturns.shape,
  version: z.int(),
});
