import { findOccurrences, type Occurrence } from "@/lib/core/format/order-reference";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import { onServerOf } from "@/lib/db/session-state";
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
  const keys = new Set<string>();
  const amounts = new Set<Kobo>();
  for (const { transaction, occurrences } of read) {
    for (const { key } of occurrences) keys.add(key);
    if (reservesAmounts && isDistinctAmount(transaction.amount)) amounts.add(transaction.amount);
  }
  const terms = await readTerms(db, sessionId, keys, amounts);
  const matched: Matched<T>[] = [];
  for (const { transaction, occurrences } of read) {
    const relevant = findRelevant(terms, transaction, occurrences);
    const match = relevant.length > 0 && matchTransaction(transaction, relevant, occurrences);
    if (match) matched.push({ transaction, ...match });
  }
  return matched;
}

interface TermsIndex {
  byKey: Map<string, Terms[]>;
  byAmount: Map<Kobo, Terms[]>;
}

/** Returns the terms that have one of the references of a transaction, or its amount. */
function findRelevant(
  { byKey, byAmount }: TermsIndex,
  { amount }: Candidate,
  occurrences: readonly Occurrence[],
): Terms[] {
  const relevant = [...(byAmount.get(amount) ?? [])];
  for (const { key } of occurrences) relevant.push(...(byKey.get(key) ?? []));
  return relevant;
}

/** Reads the terms that have one of these references or reserved amounts. */
async function readTerms(
  db: Db,
  sessionId: Id<"session">,
  keys: ReadonlySet<string>,
  amounts: ReadonlySet<Kobo>,
): Promise<TermsIndex> {
  const index: TermsIndex = { byKey: new Map(), byAmount: new Map() };
  if (keys.size + amounts.size === 0) return index;
  const { sql } = db;
  const own = onServerOf(db, "session_id", sessionId);
  const columns = sql`e.id, e.sequence, e.reference, e.amount_to_pay, e.match_by_amount, e.after_sequence, e.expires_at`;
  const found = await sql<(Terms & { key: string | null })[]>`
    select k.key, ${columns} from unnest(string_to_array(${[...keys].join(" ")}, ' ')) as k(key)
    cross join lateral (
      select * from expected_payments where reference_key = ${sessionId} || ' ' || k.key ${own} offset 0) e
    union all
    select null, ${columns} from unnest(string_to_array(${[...amounts].join(" ")}, ' ')) as a(amount)
    cross join lateral (
      select * from expected_payments where amount_key = ${sessionId} || ' ' || a.amount and match_by_amount ${own} offset 0) e`;
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
