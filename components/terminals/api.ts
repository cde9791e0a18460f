import type { z } from "zod";
import type { TerminalCard, TerminalDay, TerminalsOverview } from "@/lib/terminals/contract";

/** Terminal responses of the dashboard JSON API, before parsing. */
export type TerminalsJson = z.input<typeof TerminalsOverview>;
export type TerminalJson = z.input<typeof TerminalCard>;
export type TerminalDayJson = z.input<typeof TerminalDay>;

/** Returns the path of an event's terminals, or of one terminal. */
export const terminalsPath = (sessionId: string, terminalId?: string) =>
  `/api/dashboard/sessions/${sessionId}/terminals${terminalId ? `/${terminalId}` : ""}`;
