import { type Id, isId, timeOfId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

/** What a list of calls is searched by. */
export interface RequestSearch {
  since: Date;
  until?: Date | undefined;
  /** A request id, a session id, a status or the beginning of a path. */
  q?: string | undefined;
  onlyErrors?: boolean;
  method?: string | undefined;
  keyId?: Id<"apiKey"> | undefined;
  /** Calls before this one. */
  before?: Id<"request"> | undefined;
  limit: number;
}

/** The columns of the list, of `request_log r`. */
export const rowColumns = ({ sql }: Db) =>
  sql`r.id, r.at, r.method, r.path, r.status, r.duration_ms, r.key_id, r.key_label`;

/** The SQL condition that a call has this id: the id contains its time, which finds its partition. */
export const hasId = ({ sql }: Db, id: Id<"request">) =>
  sql`r.at = ${new Date(timeOfId(id))} and r.id = ${id}`;

/** The SQL condition for the text of the search. A path is compared as a range, which the index on paths serves. */
function matchesText(db: Db, q: string) {
  const { sql } = db;
  if (isId("request", q)) return hasId(db, q);
  if (isId("session", q)) return sql`r.session_id = ${q}`;
  if (/^[1-5]\d\d$/.test(q)) return sql`r.status = ${Number(q)}`;
  const start = q.startsWith("/") ? q : `/v1/${q}`;
  return sql`r.path >= ${start} and r.path < ${`${start}\u{10ffff}`}`;
}

/** Whether the text of a search is the beginning of a path. */
export const isPath = (q: string | undefined): boolean =>
  q !== undefined && !isId("request", q) && !isId("session", q) && !/^[1-5]\d\d$/.test(q);

/** The SQL condition of a search in `request_log r`. */
export function conditionsOf(db: Db, scope: Scope, search: RequestSearch) {
  const { sql } = db;
  const { q, before, until, keyId, method } = search;
  const isById = q !== undefined && isId("request", q);
  return sql`r.organisation_id = ${scope.organisationId} and r.mode = ${scope.mode}
    ${isById ? sql`` : sql`and r.at >= ${search.since}`}
    ${until ? sql`and r.at < ${until}` : sql``}
    ${before ? sql`and (r.at, r.id) < (${new Date(timeOfId(before))}, ${before})` : sql``}
    ${search.onlyErrors ? sql`and r.status >= 400` : sql``}
    ${method ? sql`and r.method = ${method}` : sql``}
    ${keyId ? sql`and r.key_id = ${keyId}` : sql``}
    ${q ? sql`and ${matchesText(db, q)}` : sql``}`;
}
