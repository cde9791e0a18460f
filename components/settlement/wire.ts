import type { z } from "zod";
import type { SettlementParts } from "@/lib/settlement/contract";

export type PartsWire = z.input<typeof SettlementParts>;
export type PartWire = PartsWire["rows"][number];
