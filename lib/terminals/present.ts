import type { z } from "zod";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { ShortTerminal, Terminal } from "./contract";

export interface TerminalRow {
  id: Id<"terminal">;
  terminalId: string;
  position: number;
  assignedAt: Date;
}

/** §2.3, short form. */
export function presentShortTerminal(row: TerminalRow): z.output<typeof ShortTerminal> {
  return { terminal_id: row.terminalId, label: terminalLabel(row.position), status: "assigned" };
}

/** §2.3, full form. */
export function presentTerminal(row: TerminalRow): z.output<typeof Terminal> {
  return { id: row.id, ...presentShortTerminal(row), assigned_at: row.assignedAt };
}
