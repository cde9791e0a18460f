import type { Db } from "@/lib/db/client";

type Fragment = ReturnType<Db["sql"]>;

/**
 * A text as it is searched: small letters without marks, so that "olaide" finds "Ọláídé", and the hooked letters of
 * Hausa as plain ones. The one rule for what is catalogued and what is looked for.
 */
export function normaliseText({ sql }: Db, text: Fragment): Fragment {
  return sql`lower(case when octet_length(${text}) = char_length(${text}) then ${text}
    else translate(regexp_replace(normalize(${text}, nfd), '[\u0300-\u036f]', '', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') end)`;
}

/** Stands in an entry before what only those may search who may see whole account numbers. */
const RESTRICTED = "\u001f";

/** The last four digits of the payer's account of a transaction `t`; empty where it has no more. */
export const accountTail = ({ sql }: Db): Fragment =>
  sql`case when length(t.sender_account) > 4 then right(t.sender_account, 4) else '' end`;

/** The part of an entry that everybody may search. */
export const openText = ({ sql }: Db, text: Fragment): Fragment => sql`split_part(${text}, ${RESTRICTED}, 1)`;

/**
 * What a transaction `t` is found by: payer, the last digits of the account, bank, narration, references, id, and its
 * amount with and without commas; then, restricted, the whole account number. A space stands before every word, so that
 * the start of one can be looked for.
 */
export function searchText(db: Db): Fragment {
  const { sql } = db;
  const kobo = sql`lpad((t.amount % 100)::text, 2, '0')`;
  const told = sql`concat_ws(' ', '', t.sender_name, ${accountTail(db)}, t.sender_bank_name, t.narration, t.bank_ref,
    t.payment_key, t.id, (t.amount / 100)::text || '.' || ${kobo},
    to_char(t.amount / 100, 'FM999,999,999,999,999,990') || '.' || ${kobo})`;
  const open = normaliseText(db, sql`regexp_replace(${told}, '\\s+', ' ', 'g')`);
  return sql`${open} || ${RESTRICTED} || ' ' || lower(t.sender_account)`;
}
