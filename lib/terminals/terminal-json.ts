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
export function toShortTerminalJson(row: TerminalRow): z.output<typeof ShortTerminal> {
  return { terminal_id: row.terminalId, label: terminalLabel(row.position), status: "assigned" };
}

/** §2.3, full form. */
export function toTerminalJson(row: TerminalRow): z.output<typeof Terminal> {
  return { id: row.id, ...toShortTerminalJson(row), assigned_at: row.assignedAt };
}
