import { z } from "zod";
import { Amount } from "@/lib/core/money";

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
