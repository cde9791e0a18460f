import type { z } from "zod";
import type { SettlementBreakdown } from "@/lib/settlement/contract";

export type SettlementBreakdownJson = z.input<typeof SettlementBreakdown>;
export type SettlementBreakdownRowJson = SettlementBreakdownJson["rows"][number];
