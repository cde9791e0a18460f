import type { z } from "zod";
import type { Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { requestLog } from "@/lib/db/schema";
import {
  MAX_ERROR_COUNT,
  type Period,
  type RequestRow,
  type RequestsPage,
  type RequestsQuery,
} from "./contract";
import { conditionsOf, isPath, type RequestSearch, rowColumns } from "./search";

type Row = RowOf<
  typeof requestLog,
  "id" | "at" | "method" | "path" | "status" | "durationMs" | "keyId" | "keyLabel"
>;

/** Converts a row to its JSON form. */
export const toRequestJson = (row: Row): z.output<typeof RequestRow> => ({
  id: row.id,
  at: row.at,
  method: row.method,
  path: row.path,
  status: row.status,
  duration_ms: row.durationMs,
  key_id: row.keyId,
  key_label: row.keyLabel,
});

/** Matches of a path that are collected and sorted; if there are more, the newest calls are read until a page is full. */
const MAX_SORTED = 20_000;

/**
 * Reads the newest calls that match. The beginning of a path has its own index, which is not in the order of time: up to
 * `MAX_SORTED` matches are sorted. A path with more is found soon among the newest calls.
 */
async function readRows(db: Db, scope: Scope, search: RequestSearch): Promise<Row[]> {
  const { sql } = db;
  const where = conditionsOf(db, scope, search);
  const newest = sql`order by r.at desc, r.id desc limit ${search.limit + 1}`;
  if (!isPath(search.q))
    return sql<Row[]>`select ${rowColumns(db)} from request_log r where ${where} ${newest}`;
  // Counted by the path alone, from its index: with another filter each match would be read from the table.
  const { since, until, q } = search;
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from request_log r where ${conditionsOf(db, scope, { since, until, q, limit: 0 })}
      limit ${MAX_SORTED + 1}) matching`;
  if ((counted?.count ?? 0) > MAX_SORTED)
    return sql<Row[]>`select ${rowColumns(db)} from request_log r where ${where} ${newest}`;
  return sql<Row[]>`
    with matching as materialized (select r.at, r.id from request_log r where ${where}),
      picked as materialized (select r.at, r.id from matching r ${newest})
    select ${rowColumns(db)} from picked join request_log r
      on r.organisation_id = ${scope.organisationId} and r.mode = ${scope.mode} and r.at = picked.at and r.id = picked.id
    order by r.at desc, r.id desc`;
}

/** Lists the calls of an organisation that match, newest first, one page. */
export async function searchRequests(scope: Scope, search: RequestSearch) {
  const rows = await readAsOrganisation(scope, (db) => readRows(db, scope, search));
  const shown = rows.slice(0, search.limit).map(toRequestJson);
  return { rows: shown, next: rows.length > search.limit ? (shown.at(-1)?.id ?? null) : null };
}

const PERIOD_MS: Record<Period, number> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

/** Lists a page of the calls as the dashboard shows it, with the number of errors in the period. */
export async function listRequests(
  scope: Scope,
  {
    q,
    outcome,
    method,
    key,
    before,
    period = "hour",
    limit,
  }: Partial<z.output<typeof RequestsQuery>> & { limit: number },
): Promise<z.output<typeof RequestsPage>> {
  const since = new Date(Date.now() - PERIOD_MS[period]);
  const text = q?.trim() || undefined;
  const [page, errorCount] = await Promise.all([
    searchRequests(scope, {
      since,
      q: text,
      onlyErrors: outcome === "error",
      method,
      keyId: key,
      before,
      limit,
    }),
    countErrors(scope, since),
  ]);
  return { ...page, error_count: errorCount };
}

function countErrors(scope: Scope, since: Date): Promise<number> {
  return readAsOrganisation(scope, async ({ sql }) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from (
        select from request_log where organisation_id = ${scope.organisationId} and mode = ${scope.mode}
          and at >= ${since} and status >= 400 limit ${MAX_ERROR_COUNT}) errors`;
    return row?.count ?? 0;
  });
}
