import type { z } from "zod";
import type { TerminalCard, TerminalDay, TerminalsOverview } from "@/lib/terminals/contract";

/** What the dashboard's door says of terminals, as JSON has it. */
export type Terminals = z.input<typeof TerminalsOverview>;
export type Terminal = z.input<typeof TerminalCard>;
export type Day = z.input<typeof TerminalDay>;

/** Where the door tells of an event's terminals, and of one. */
export const terminalsPath = (sessionId: string, terminalId?: string) =>
  `/api/dashboard/sessions/${sessionId}/terminals${terminalId ? `/${terminalId}` : ""}`;
