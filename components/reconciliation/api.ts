import type { z } from "zod";
import type { ExceptionRow, ExceptionsPage } from "@/lib/exceptions/contract";
import type { LedgerSummary } from "@/lib/reconciliation/contract";
import type { Settlement } from "@/lib/settlement/contract";

/** Reconciliation responses of the dashboard JSON API, before parsing. */
export type LedgerJson = z.input<typeof LedgerSummary>;
export type ExceptionJson = z.input<typeof ExceptionRow>;
export type ExceptionsJson = z.input<typeof ExceptionsPage>;
export type SettlementJson = z.input<typeof Settlement>;

/** Label and location of a terminal. */
export interface NamedTerminal {
  terminal_id: string;
  label: string;
  location: string;
}
