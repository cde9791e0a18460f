import type { SettlementLine } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";

/** A stored line: gross, else net. */
export interface StoredAmounts {
  gross: Kobo | null;
  net: Kobo | null;
}

/** Whether two lines of one notification state the same amount of the same kind. */
export function hasSameAmount(line: Pick<SettlementLine, "gross" | "net">, other: StoredAmounts): boolean {
  return (
    (line.gross ?? null) === other.gross && (line.gross !== undefined || (line.net ?? null) === other.net)
  );
}

/**
 * Whether a line contradicts the stored line of another notification of the same settlement. A gross and a net amount cannot
 * be compared: each was compared with the payment where it came first.
 */
export function isContradicting(line: Pick<SettlementLine, "gross" | "net">, stored: StoredAmounts): boolean {
  const isSameKind = (line.gross === undefined) === (stored.gross === null);
  return isSameKind && !hasSameAmount(line, stored);
}
