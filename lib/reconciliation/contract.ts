import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Amount, CountedTotal } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { EventReturns } from "@/lib/reversals/contract";

const Totals = z.record(z.string(), CountedTotal);

/** §2.6. */
export const Reconciliation = z
  .object({
    session_id: idSchema("session"),
    total_inflow: Amount.meta({
      description: "The sum of the successful transactions.",
      examples: ["57500.00"],
    }),
    transaction_count: z
      .int()
      .min(0)
      .meta({ description: "Transactions of every status.", examples: [5] }),
    successful_count: z
      .int()
      .min(0)
      .meta({ description: "Successful transactions.", examples: [3] }),
    pending_count: z
      .int()
      .min(0)
      .meta({ description: "Pending transactions.", examples: [1] }),
    failed_count: z
      .int()
      .min(0)
      .meta({ description: "Failed transactions.", examples: [1] }),
    by_channel: Totals.meta({
      description: "Successful transactions by channel. A channel appears with its first one.",
      examples: [{ bank_transfer: { count: 2, total: "50000.00" }, pos: { count: 1, total: "7500.00" } }],
    }),
    by_terminal: Totals.meta({
      description:
        "Successful transactions by `terminal_id`. A payment without a terminal counts in its channel only.",
      examples: [{ pos_bx56e7cbah_001: { count: 1, total: "7500.00" } }],
    }),
    reconciled_at: Instant.meta({ description: "When these totals were read." }),
  })
  .meta({ id: "Reconciliation", description: "The totals of a session.", section: "2.6" });

/** The summary for the dashboard: adds the pending and failed amounts, what came back, and the session's version. */
export const LedgerSummary = Reconciliation.extend({
  pending_total: Amount,
  failed_total: Amount,
  ...EventReturns.shape,
  version: z.int(),
});
