import type { z } from "zod";
import type { SettlementBreakdown, SettlementImport, SettlementLedger } from "@/lib/settlement/contract";

export type SettlementBreakdownJson = z.input<typeof SettlementBreakdown>;
export type SettlementBreakdownRowJson = SettlementBreakdownJson["rows"][number];

export type SettlementImportJson = z.input<typeof SettlementImport>;
export type ImportOutcome = SettlementImportJson["lines"][number]["outcome"];

export type SettlementLedgerJson = z.input<typeof SettlementLedger>;
export type LedgerSettlementJson = SettlementLedgerJson["settlements"][number];
export type AwaitingJson = SettlementLedgerJson["awaiting"][number];
