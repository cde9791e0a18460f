import { findOccurrences, isReferenceAt, type Occurrence } from "@/lib/core/format/order-reference";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { MatchedBy } from "@/lib/core/transaction";
import type { RowOf } from "@/lib/db/rows";
import type { expectedPayments, transactions } from "@/lib/db/schema";

/** The terms of an expected payment that decide which transactions it gets; they never change. */
export type Terms = RowOf<
  typeof expectedPayments,
  "id" | "sequence" | "reference" | "amountToPay" | "matchByAmount" | "afterSequence" | "expiresAt"
>;

/** What decides to which expected payment a transaction belongs; it never changes either. */
export type Candidate = RowOf<typeof transactions, "sequence" | "amount" | "narration" | "createdAt">;

/** The expected payment of a transaction. */
export interface Match {
  expectedPaymentId: Id<"expectedPayment">;
  matchedBy: MatchedBy;
}

/** Whether the transaction was recorded after the creation and before the expiry. */
const accepts = ({ afterSequence, expiresAt }: Terms, { sequence, createdAt }: Candidate): boolean =>
  sequence > afterSequence && (expiresAt === null || createdAt < expiresAt);

/**
 * Returns the expected payment that a transaction belongs to; undefined if there is none. `terms` must contain at least
 * those of the session whose reference or reserved amount the transaction can have. The result depends on nothing else,
 * so that `takings verify` derives it again at any time.
 *
 * A reference in the narration decides. If it names several, the payment cannot be divided and belongs to none. A
 * reference that was used again belongs to the later expected payment. Without a reference, a reserved amount decides.
 */
export function matchTransaction(
  transaction: Candidate,
  terms: readonly Terms[],
  occurrences: readonly Occurrence[] = findOccurrences(transaction.narration),
): Match | undefined {
  const open = [...new Map(terms.map((one) => [one.id, one])).values()].filter((one) =>
    accepts(one, transaction),
  );
  const named = findNamed(open, occurrences);
  if (named.length > 0) return toMatch(named, "reference");
  return toMatch(
    open.filter((one) => one.matchByAmount && one.amountToPay === transaction.amount),
    "amount",
  );
}

function toMatch(found: readonly Terms[], matchedBy: MatchedBy): Match | undefined {
  const [only] = found;
  return only && found.length === 1 ? { expectedPaymentId: only.id, matchedBy } : undefined;
}

/**
 * Finds the terms whose references are in a narration: the latest terms of each reference. A reference that is a part of a
 * longer one, such as `ORD-1` in `ORD-1-2`, does not count where the longer one is meant.
 */
function findNamed(open: readonly Terms[], occurrences: readonly Occurrence[]): Terms[] {
  const hits = occurrences.flatMap((at) => {
    const [latest] = open
      .filter(({ reference }) => isReferenceAt(at, reference))
      .sort((a, b) => (a.sequence < b.sequence ? 1 : -1));
    return latest ? [{ at, terms: latest }] : [];
  });
  const isInside = (inner: Occurrence, outer: Occurrence) =>
    outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;
  const longest = hits.filter(({ at }) => !hits.some((other) => isInside(at, other.at)));
  return [...new Set(longest.map(({ terms }) => terms))];
}

/** Returns whether an amount can be a reserved distinct amount: no multiple of five kobo, and not 99 kobo as in prices. */
export const isDistinctAmount = (amount: Kobo): boolean =>
  amount > 0n && amount % 5n !== 0n && amount % 100n !== 99n;
