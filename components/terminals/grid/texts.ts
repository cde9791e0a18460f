// The texts of terminals/grid.
import { formatCountWithNoun } from "@/lib/core/format/count";

// terminal-grid
export const terminals = "Terminals";

// terminal-card
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const pending = (pendingCount: number) => `${pendingCount} pending`;
export const failed = (failedCount: number) => `${failedCount} failed`;
export const noOperator = "No operator";
export const terminalId = "terminal id";
export const call = (name: string, phone: string) => `Call ${name}, ${phone}`;
export const since = "since ";
