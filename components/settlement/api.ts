import type { z } from "zod";
import type { SettlementBreakdown, SettlementImport } from "@/lib/settlement/contract";

export type SettlementBreakdownJson = z.input<typeof SettlementBreakdown>;
export type SettlementBreakdownRowJson = SettlementBreakdownJson["rows"][number];

export type SettlementImportJson = z.input<typeof SettlementImport>;
export type ImportOutcome = SettlementImportJson["lines"][number]["outcome"];
