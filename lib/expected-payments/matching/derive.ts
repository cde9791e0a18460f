import { findOccurrences } from "@/lib/core/format/order-reference";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type Candidate, isDistinctAmount, type Match, matchTransaction, type Terms } from "../match";

/** A transaction that belongs to an expected payment. */
export type Matched<T extends Candidate> = Match & { transaction: T };

/**
 * Finds the expected payments of a session's transactions. The result depends only on what never changes, so that the
 * matcher and `takings verify` derive the same. Most narrations contain no reference: no query.
 */
export async function deriveMatches<T extends Candidate>(
  db: Db,
  { sessionId, reservesAmounts }: { sessionId: Id<"session">; reservesAmounts: boolean },
  transactions: readonly T[],
): Promise<Matched<T>[]> {
  const read = transactions.map((transaction) => ({
    transaction,
    occurrences: findOccurrences(transaction.narration),
  }));
  const keys = new Set(read.flatMap(({ occurrences }) => occurrences.map(({ key }) => key)));
  const amounts = new Set(
    reservesAmounts ? transactions.map(({ amount }) => amount).filter(isDistinctAmount) : [],
  );
  const terms = await readTerms(db, sessionId, keys, amounts);
  return read.flatMap(({ transaction, occurrences }) => {
    const relevant = [
      ...occurrences.flatMap(({ key }) => terms.byKey.get(key) ?? []),
      ...(terms.byAmount.get(transaction.amount) ?? []),
    ];
    const match = matchTransaction(transaction, relevant, occurrences);
    return match ? { ...match, transaction } : [];
  });
}

interface TermsIndex {
  byKey: Map<string, Terms[]>;
  byAmount: Map<bigint, Terms[]>;
}

/** Reads the terms that have one of these references or reserved amounts. */
async function readTerms(
  { sql }: Db,
  sessionId: Id<"session">,
  keys: ReadonlySet<string>,
  amounts: ReadonlySet<bigint>,
): Promise<TermsIndex> {
  const index: TermsIndex = { byKey: new Map(), byAmount: new Map() };
  if (keys.size + amounts.size === 0) return index;
  const columns = sql`e.id, e.sequence, e.reference, e.amount_to_pay, e.match_by_amount, e.after_sequence, e.expires_at`;
  const found = await sql<(Terms & { key: string | null })[]>`
    select k.key, ${columns} from unnest(string_to_array(${[...keys].join(" ")}, ' ')) as k(key)
    cross join lateral (
      select * from expected_payments where reference_key = ${sessionId} || ' ' || k.key offset 0) e
    union all
    select null, ${columns} from unnest(string_to_array(${[...amounts].join(" ")}, ' ')) as a(amount)
    cross join lateral (
      select * from expected_payments where amount_key = ${sessionId} || ' ' || a.amount and match_by_amount offset 0) e`;
  for (const { key, ...terms } of found)
    if (key === null) append(index.byAmount, terms.amountToPay, terms);
    else append(index.byKey, key, terms);
  return index;
}

function append<K>(groups: Map<K, Terms[]>, key: K, terms: Terms): void {
  const group = groups.get(key);
  if (group) group.push(terms);
  else groups.set(key, [terms]);
}
