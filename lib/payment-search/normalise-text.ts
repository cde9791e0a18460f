import type { Db } from "@/lib/db/client";

type Fragment = ReturnType<Db["sql"]>;

/**
 * Normalises a text for search: lower case without diacritics, so that "olaide" finds "Ọláídé", and Hausa's hooked
 * letters as plain ones. Applied to both the indexed text and the search text.
 */
export function normaliseText({ sql }: Db, text: Fragment): Fragment {
  return sql`lower(case when octet_length(${text}) = char_length(${text}) then ${text}
    else translate(regexp_replace(normalize(${text}, nfd), '[\u0300-\u036f]', '', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') end)`;
}

/** Separates the public part of an indexed text from the part that requires the permission to see account numbers. */
const RESTRICTED = "\u001f";

/** The last four digits of the payer's account number of a transaction `t`; empty if it has at most four. */
const accountTail = ({ sql }: Db): Fragment =>
  sql`case when length(t.sender_account) > 4 then right(t.sender_account, 4) else '' end`;

/** The part of an indexed text that every member may search. */
export const publicText = ({ sql }: Db, text: Fragment): Fragment =>
  sql`split_part(${text}, ${RESTRICTED}, 1)`;

/**
 * The searchable text of a transaction `t`: payer, last digits of the account, bank, narration, references, id, and the
 * amount with and without commas; then, restricted, the complete account number. Every word is preceded by a space, so
 * that a pattern can match the start of a word.
 */
export function searchText(db: Db): Fragment {
  const { sql } = db;
  const kobo = sql`lpad((t.amount % 100)::text, 2, '0')`;
  const searchedFields = sql`concat_ws(' ', '', t.sender_name, ${accountTail(db)}, t.sender_bank_name, t.narration, t.bank_ref,
    t.payment_key, t.id, (t.amount / 100)::text || '.' || ${kobo},
    to_char(t.amount / 100, 'FM999,999,999,999,999,990') || '.' || ${kobo})`;
  const open = normaliseText(db, sql`regexp_replace(${searchedFields}, '\\s+', ' ', 'g')`);
  return sql`${open} || ${RESTRICTED} || ' ' || lower(t.sender_account)`;
}
