import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { hasPermission, type Scope } from "@/lib/core/scope";
import { type Db, readSystemSnapshot } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessions, transactionSearch } from "@/lib/db/schema";
import { type PaymentRow, paymentRows, toPaymentJson } from "@/lib/transactions";
import type { FoundInEvents } from "./contract";
import { normaliseText, publicText, searchText } from "./normalise-text";
import { toLikePatterns } from "./search-query";

/** Events searched by one statement. */
const EVENTS_PER_STATEMENT = 100;
/** Time after which no further statement is started; the next request continues. */
const BUDGET_MS = 250;

interface Search extends Scope {
  patterns: string[];
  hidesAccounts: boolean;
  limit: number;
}
/** The newest matches of a chunk of events, and the last event of the chunk. */
interface Chunk {
  matches: { sessionId: Id<"session">; sequence: bigint }[];
  last: Id<"session"> | null;
}

/**
 * Finds payments by text in all events of the organisation, newest event first, and in an event the most recently recorded
 * first. A request takes about a quarter of a second at most: if it ends before `limit` payments are found and every event is
 * searched, `next` is the event after which to continue. Without the permission to see complete account numbers only
 * their last four digits are searched.
 */
export function findInEvents(
  scope: Scope,
  { q, after, limit }: { q: string; after?: Id<"session"> | undefined; limit: number },
): Promise<z.output<typeof FoundInEvents>> {
  // As the system role, with the caller's organisation in every statement: see `findPayments`.
  return readSystemSnapshot(scope, async (db) => {
    const deadline = performance.now() + BUDGET_MS;
    const patterns = await preparePatterns(db, q);
    const search = { ...scope, patterns, limit, hidesAccounts: !hasPermission(scope, "reveal_account") };
    const found: Chunk["matches"] = [];
    let next: Id<"session"> | null = after ?? null;
    do {
      const { matches, last } = await searchChunk(db, search, next);
      found.push(...matches);
      next = last;
    } while (next && found.length < limit && performance.now() < deadline);
    const payments = await readRows(db, scope, found.slice(0, limit));
    return { payments, next: found.length < limit ? next : null };
  });
}

/** Normalises the words of a text as the indexed texts are, and forces custom query plans: a plan depends on the words. */
async function preparePatterns(db: Db, q: string): Promise<string[]> {
  const { sql } = db;
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`;
  const rows = await sql<RowOf<typeof transactionSearch, "text">[]>`
    select ${normaliseText(db, sql`pattern`)} as text
    from unnest(${toLikePatterns(q)}::text[]) with ordinality as p(pattern, place) order by place`;
  return rows.map(({ text }) => text);
}

/** Searches the events that follow an event, or the newest ones; each by the trigram index or by its newest payments. */
async function searchChunk(db: Db, search: Search, after: Id<"session"> | null): Promise<Chunk> {
  const { sql } = db;
  const { organisationId, mode, patterns, hidesAccounts, limit } = search;
  const own = sql`organisation_id = ${organisationId} and mode = ${mode}`;
  const like = (text: ReturnType<typeof sql>) =>
    patterns.reduce((all, pattern) => sql`${all} and ${text} like ${pattern}`, sql`true`);
  const alsoInPublicText = (text: ReturnType<typeof sql>) =>
    hidesAccounts ? sql`and ${like(publicText(db, text))}` : sql``;
  const rows = await sql<(RowOf<typeof sessions, "sessionId"> & { sequences: bigint[] })[]>`
    with chunk as (
      select session_id, created_at from sessions
      where ${own} ${
        after
          ? sql`and (created_at, session_id) < (select created_at, session_id from sessions where session_id = ${after} and ${own})`
          : sql``
      }
      order by created_at desc, session_id desc limit ${EVENTS_PER_STATEMENT}
    )
    select chunk.session_id, array(
      select sequence from (
        (select t.sequence from transactions t cross join lateral (select ${searchText(db)} as text) computed
          where t.session_id = chunk.session_id and t.organisation_id = ${organisationId}
            and t.sequence > coalesce(k.indexed_through, 0) and ${like(sql`computed.text`)} ${alsoInPublicText(sql`computed.text`)}
          order by t.sequence desc limit ${limit})
        union all
        (select e.sequence from transaction_search e
          where e.session_id = chunk.session_id and e.organisation_id = ${organisationId}
            and ${like(sql`e.text`)} ${alsoInPublicText(sql`e.text`)}
          order by e.sequence desc limit ${limit})
      ) found order by sequence desc limit ${limit}) as sequences
    from chunk left join search_index_progress k using (session_id)
    order by chunk.created_at desc, chunk.session_id desc`;
  const isLast = rows.length < EVENTS_PER_STATEMENT;
  return {
    matches: rows.flatMap(({ sessionId, sequences }) =>
      sequences.map((sequence) => ({ sessionId, sequence: BigInt(sequence) })),
    ),
    last: isLast ? null : (rows.at(-1)?.sessionId ?? null),
  };
}

/** Reads the payments with their events, in the order of the matches. */
async function readRows(
  db: Db,
  { organisationId, mode }: Scope,
  matches: Chunk["matches"],
): Promise<z.output<typeof FoundInEvents>["payments"]> {
  if (matches.length === 0) return [];
  const { sql } = db;
  const sessionIds = matches.map(({ sessionId }) => sessionId);
  const sequences = matches.map(({ sequence }) => String(sequence));
  const rows = await sql<
    (PaymentRow & RowOf<typeof sessions, "sessionId"> & { place: bigint; eventName: string })[]
  >`
    select s.session_id, s.name as event_name, payment.*, m.place
    from unnest(${sessionIds}::text[], ${sequences}::text[]::bigint[]) with ordinality as m(session_id, sequence, place)
    join sessions s on s.session_id = m.session_id and s.organisation_id = ${organisationId} and s.mode = ${mode}
    cross join lateral (${paymentRows(db)} where t.session_id = m.session_id and t.sequence = m.sequence) payment
    order by m.place`;
  return rows.map(({ sessionId, eventName, ...row }) => ({
    session_id: sessionId,
    event_name: eventName,
    payment: toPaymentJson(row),
  }));
}
