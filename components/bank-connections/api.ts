import type { z } from "zod";
import type {
  AddConnection,
  AddedConnection,
  BankConnections,
  RotateConnection,
} from "@/lib/bank-connections/contract";

export type ConnectionsJson = z.input<typeof BankConnections>;
export type ConnectionJson = ConnectionsJson["connections"][number];
export type ChecklistItemJson = ConnectionJson["checklist"][number];
export type BankJson = ConnectionsJson["banks"][number];
export type AddConnectionJson = z.input<typeof AddConnection>;
export type AddedConnectionJson = z.input<typeof AddedConnection>;
export type RotateConnectionJson = z.input<typeof RotateConnection>;

/** The words of a credential's name that are written in capitals. */
const ACRONYMS = /\b(api|bvn|nin|id)\b/g;

/** Returns the label of a credential without the bank's name: `PAYSTACK_SECRET_KEY` is "Secret key". */
export function credentialLabel(name: string): string {
  const words = name.split("_").slice(1).join(" ").toLowerCase();
  const label = words.replace(ACRONYMS, (word) => word.toUpperCase());
  return label.charAt(0).toUpperCase() + label.slice(1);
}
