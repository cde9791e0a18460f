import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { type PaymentFilters, UNASSIGNED } from "./contract";
import { publicText, searchText } from "./normalise-text";

/** A search at one snapshot. */
export interface Search extends Scope {
  sessionId: Id<"session">;
  filters: PaymentFilters;
  /** The LIKE pattern of each word, normalised as the indexed texts are. */
  patterns: string[];
  /** Transactions up to this sequence are indexed. */
  indexedThrough: bigint;
  /** If true, complete account numbers are not searched. */
  hidesAccounts: boolean;
}

/** A range of sequences, above `after` and below `before`. */
export interface SequenceRange {
  after: bigint;
  before: bigint;
  /** Whether the text is rare enough to use the trigram index; otherwise the range is scanned. */
  isRare?: boolean;
}

/** Maximum words of a search; further ones are ignored. */
const MAX_WORDS = 8;
const MARKS = /[\u0300-\u036f]/g;

/**
 * Converts each word of a search to a LIKE pattern. Three or more letters match anywhere; fewer match only the start of
 * a word, because nearly every payment contains any two letters. LIKE wildcards in the text are escaped.
 */
export function toLikePatterns(text = ""): string[] {
  const words = text.replaceAll("₦", "").split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => {
    const isShort = [...word.normalize("NFD").replace(MARKS, "")].length < 3;
    return `${isShort ? "% " : "%"}${word.replace(/[\\%_]/g, "\\$&")}%`;
  });
}

/** The SQL condition that a transaction `t` matches the filters other than the text. */
export function filterCondition(
  { sql }: Db,
  { status, channel, terminal, operator, order, from, to }: PaymentFilters,
) {
  const operators = operator?.filter((id) => id !== UNASSIGNED) ?? [];
  const unassigned = operator?.includes(UNASSIGNED) ? sql`or t.operator_id is null` : sql``;
  return sql`true
    ${status ? sql`and t.status = any(${status}::text[])` : sql``}
    ${channel ? sql`and t.channel = any(${channel}::text[])` : sql``}
    ${terminal ? sql`and t.terminal_id = any(${terminal}::text[])` : sql``}
    ${operator ? sql`and (t.operator_id = any(${operators}::text[]) ${unassigned})` : sql``}
    ${
      order?.length === 1
        ? sql`and ${order.includes("matched")} = exists (
            select from expected_payment_matches m where m.session_id = t.session_id and m.sequence = t.sequence)`
        : sql``
    }
    ${from ? sql`and t.paid_at >= ${from}` : sql``}
    ${to ? sql`and t.paid_at < ${to}` : sql``}`;
}

/**
 * The SQL of the transactions `t` in a range that match a search: by their indexed text if they are indexed, else by the
 * text computed from the row. A range must be either completely indexed or completely unindexed.
 */
export function matchesInRange(db: Db, search: Search, { after, before, isRare = false }: SequenceRange) {
  const { sql } = db;
  const { sessionId, organisationId, mode, patterns, filters, indexedThrough, hidesAccounts } = search;
  const own = sql`t.session_id = ${sessionId} and t.organisation_id = ${organisationId} and t.mode = ${mode}
    and ${filterCondition(db, filters)}`;
  const like = (text: ReturnType<typeof sql>) =>
    patterns.reduce((all, pattern) => sql`${all} and ${text} like ${pattern}`, sql`true`);
  const searched = (text: ReturnType<typeof sql>) => (hidesAccounts ? publicText(db, text) : text);
  if (patterns.length === 0 || after >= indexedThrough) {
    const text = patterns.length === 0 ? sql`true` : like(searched(sql`computed.text`));
    const searchedText =
      patterns.length === 0 ? sql`` : sql`cross join lateral (select ${searchText(db)} as text) computed`;
    return sql`transactions t ${searchedText} where ${own} and t.sequence > ${after} and t.sequence < ${before} and ${text}`;
  }
  // The trigram index does not contain sequences: for a common text it would return the whole session for each range.
  return sql`transaction_search e join transactions t on t.session_id = e.session_id and t.sequence = e.sequence
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId} and e.sequence > ${after}
      and e.sequence < ${before} and t.sequence > ${after} and t.sequence < ${before} and ${isRare ? like(sql`e.text`) : sql`true`}
      and ${isRare && !hidesAccounts ? sql`true` : like(searched(sql`(e.text || '')`))} and ${own}`;
}

/** The ranges of a complete scan, from the newest sequence down. */
export function* listRanges(
  { indexedThrough }: Search,
  lastNumber: bigint,
  length: bigint,
): Generator<SequenceRange> {
  for (let before = lastNumber + 1n; before > 1n; ) {
    const range = rangeBelow(indexedThrough, before, length);
    yield range;
    before = range.after + 1n;
  }
}

/** The next range below a sequence; it does not cross the indexed boundary. */
export function rangeBelow(upTo: bigint, before: bigint, length: bigint): SequenceRange {
  const after = before - 1n - length > 0n ? before - 1n - length : 0n;
  return { before, after: before > upTo + 1n && after < upTo ? upTo : after };
}

/** The SQL of all matches in two parts: the unindexed transactions, then the indexed ones. */
export function matchQueries(db: Db, search: Search) {
  const { indexedThrough } = search;
  const highest = 2n ** 62n;
  return [
    matchesInRange(db, search, { after: indexedThrough, before: highest }),
    matchesInRange(db, search, { after: 0n, before: indexedThrough + 1n }),
  ];
}
