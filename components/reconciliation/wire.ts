import type { z } from "zod";
import type { ExceptionRow, ExceptionsPage } from "@/lib/exceptions/contract";
import type { Books } from "@/lib/reconciliation/contract";
import type { EventHead } from "@/lib/sessions/contract";
import type { Settlement } from "@/lib/settlement/contract";

/** What the JSON door answers, as it is on the wire. */
export type BooksWire = z.input<typeof Books>;
export type ExceptionWire = z.input<typeof ExceptionRow>;
export type ExceptionsWire = z.input<typeof ExceptionsPage>;
export type SettlementWire = z.input<typeof Settlement>;
export type EventWire = z.input<typeof EventHead>;

/** What a terminal is called, and where it stands. */
export interface NamedTerminal {
  terminal_id: string;
  label: string;
  place: string;
}
