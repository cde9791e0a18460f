import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { type PaymentFilters, UNASSIGNED } from "./contract";
import { openText, searchText } from "./normalise-text";

/** A search as it stands at one snapshot. */
export interface Search extends Scope {
  sessionId: Id<"session">;
  filters: PaymentFilters;
  /** What each word must match, folded as entries are. */
  patterns: string[];
  /** Transactions up to this number have entries. */
  upTo: bigint;
  /** That whole account numbers are not searched. */
  hidesAccounts: boolean;
}

/** Rows of a numbering: those above `after` and below `before`. */
export interface Window {
  after: bigint;
  before: bigint;
  /** That the text is rare enough to be looked up in the index of entries; else the window is gone through. */
  isRare?: boolean;
}

/** Words beyond these narrow nothing that anybody could mean. */
const MAX_WORDS = 8;
const MARKS = /[\u0300-\u036f]/g;

/**
 * What each word of a search must match, as patterns of LIKE. Three letters are found anywhere, fewer at the start of
 * a word alone: nearly every payment has any two letters somewhere. What LIKE would read as a wildcard is itself.
 */
export function patternsOf(text = ""): string[] {
  const words = text.replaceAll("₦", "").split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => {
    const isShort = [...word.normalize("NFD").replace(MARKS, "")].length < 3;
    return `${isShort ? "% " : "%"}${word.replace(/[\\%_]/g, "\\$&")}%`;
  });
}

/** That a transaction `t` passes the filters that are no text. */
export function passes({ sql }: Db, { status, channel, terminal, operator, from, to }: PaymentFilters) {
  const operators = operator?.filter((id) => id !== UNASSIGNED) ?? [];
  const nobody = operator?.includes(UNASSIGNED) ? sql`or t.operator_id is null` : sql``;
  return sql`true
    ${status ? sql`and t.status = any(${status}::text[])` : sql``}
    ${channel ? sql`and t.channel = any(${channel}::text[])` : sql``}
    ${terminal ? sql`and t.terminal_id = any(${terminal}::text[])` : sql``}
    ${operator ? sql`and (t.operator_id = any(${operators}::text[]) ${nobody})` : sql``}
    ${from ? sql`and t.paid_at >= ${from}` : sql``}
    ${to ? sql`and t.paid_at < ${to}` : sql``}`;
}

/**
 * The transactions `t` of a window that a search finds: by their entries where they have some, else by what their
 * entries will say. A window holds numbers of one kind only.
 */
export function foundIn(db: Db, search: Search, { after, before, isRare = false }: Window) {
  const { sql } = db;
  const { sessionId, organisationId, mode, patterns, filters, upTo, hidesAccounts } = search;
  const own = sql`t.session_id = ${sessionId} and t.organisation_id = ${organisationId} and t.mode = ${mode}
    and ${passes(db, filters)}`;
  const like = (text: ReturnType<typeof sql>) =>
    patterns.reduce((all, pattern) => sql`${all} and ${text} like ${pattern}`, sql`true`);
  const searched = (text: ReturnType<typeof sql>) => (hidesAccounts ? openText(db, text) : text);
  if (patterns.length === 0 || after >= upTo) {
    const text = patterns.length === 0 ? sql`true` : like(searched(sql`told.text`));
    const told =
      patterns.length === 0 ? sql`` : sql`cross join lateral (select ${searchText(db)} as text) told`;
    return sql`transactions t ${told} where ${own} and t.number > ${after} and t.number < ${before} and ${text}`;
  }
  // The trigram index knows nothing of numbers: of a common text it would give all of the session for each window.
  return sql`catalogue_entries e join transactions t on t.session_id = e.session_id and t.number = e.number
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId} and e.number > ${after}
      and e.number < ${before} and t.number > ${after} and t.number < ${before} and ${isRare ? like(sql`e.text`) : sql`true`}
      and ${isRare && !hidesAccounts ? sql`true` : like(searched(sql`(e.text || '')`))} and ${own}`;
}

/** The windows of all that a search may find, from the newest number down. */
export function* windowsOf({ upTo }: Search, lastNumber: bigint, stretch: bigint): Generator<Window> {
  for (let before = lastNumber + 1n; before > 1n; ) {
    const window = windowBelow(upTo, before, stretch);
    yield window;
    before = window.after + 1n;
  }
}

/** The next stretch below a number; it ends where entries begin. */
export function windowBelow(upTo: bigint, before: bigint, stretch: bigint): Window {
  const after = before - 1n - stretch > 0n ? before - 1n - stretch : 0n;
  return { before, after: before > upTo + 1n && after < upTo ? upTo : after };
}

/** All that a search finds, newest first: the transactions without entries, then the others. */
export function searchedParts(db: Db, search: Search) {
  const { upTo } = search;
  const highest = 2n ** 62n;
  return [
    foundIn(db, search, { after: upTo, before: highest }),
    foundIn(db, search, { after: 0n, before: upTo + 1n }),
  ];
}
