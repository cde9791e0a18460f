import { type Id, isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { DeliveryOutcome } from "../labels";

/** The most events that are scanned for one page of a search without an index: about ten milliseconds. */
const MAX_SCANNED = 20_000;

/** The start of a page: an event, and its sort time if the page's index is sorted by time. */
interface Cursor {
  at?: Date;
  id: Id<"delivery">;
}

/** The filters and the cursor of a page. */
export interface DeliverySearch {
  sessionId: Id<"session">;
  outcome?: DeliveryOutcome | undefined;
  /** A transaction id, a delivery id or a response code. */
  q?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** The stored state of each outcome. */
export const STATES = { delivered: "delivered", waiting: "pending", failed: "failed" } as const;
const RESPONSE = /^\d{3}$/;

/** Formats a cursor as text, which `pickedQuery` parses. */
export const formatCursor = ({ at, id }: Cursor) => (at ? `${at.toISOString()} ${id}` : id);

/** Parses a cursor; `undefined` if it is malformed. */
export function parseCursor(text = ""): Cursor | undefined {
  const [id = "", time] = text.split(" ").reverse();
  if (!isId("delivery", id)) return undefined;
  if (time === undefined) return { id };
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}

/** Returns whether a page is found by scanning the newest events, and whether it is ordered by a time. */
export function getAccessPath({ outcome, q = "" }: Pick<DeliverySearch, "outcome" | "q">) {
  const isSearch = q !== "";
  return {
    isScan: isSearch ? RESPONSE.test(q) : outcome === "delivered",
    isByTime: !isSearch && (outcome === "failed" || outcome === "waiting"),
  };
}

/** The most rows that `picked` holds for a page. */
export const maxPickedRows = (search: DeliverySearch) =>
  getAccessPath(search).isScan ? MAX_SCANNED : search.limit + 1;

/**
 * The query `picked`: the events of a page, the newest first, waiting ones by due time, with whether each matches the
 * filters (`counts`) and its sort time (`sort_at`). Each variant reads the one index that has the order: the primary key
 * for all, `webhook_deliveries_failed`, `webhook_deliveries_due`, or `webhook_deliveries_event` for one payment's.
 */
export function pickedQuery(db: Db, scope: Scope, search: DeliverySearch) {
  const { q = "", outcome } = search;
  if (isId("transaction", q) || isId("delivery", q)) return pickByIds(db, search, q);
  if (q !== "" && !RESPONSE.test(q)) return pickNone(db);
  if (q === "" && outcome === "failed") return pickFailed(db, scope, search);
  if (q === "" && outcome === "waiting") return pickWaiting(db, search);
  return pickNewest(db, search, q);
}

const inState = ({ sql }: Db, { outcome }: DeliverySearch) =>
  outcome ? sql`state = ${STATES[outcome]}` : sql`true`;

const pickNone = ({ sql }: Db) => sql`
  select id, created_at as sort_at, true as counts from webhook_deliveries where false`;

const pickByIds = (db: Db, search: DeliverySearch, id: string) => db.sql`
  select id, created_at as sort_at, true as counts from webhook_deliveries
  where session_id = ${search.sessionId} and not is_organisation_wide and ${inState(db, search)}
    and ${id.startsWith("txn_") ? db.sql`transaction_id = ${id}` : db.sql`id = ${id}`}
  order by id desc`;

function pickNewest(db: Db, search: DeliverySearch, response: string) {
  const { sql } = db;
  const cursor = parseCursor(search.before);
  const hasStatus = response
    ? sql`exists (select from webhook_attempts a
        where a.session_id = d.session_id and a.delivery_id = d.id and a.status = ${Number(response)})`
    : sql`true`;
  return sql`
    select id, created_at as sort_at, ${inState(db, search)} and ${hasStatus} as counts from webhook_deliveries d
    where session_id = ${search.sessionId} and not is_organisation_wide and ${cursor ? sql`id < ${cursor.id}` : sql`true`}
    order by id desc limit ${maxPickedRows(search)}`;
}

function pickFailed({ sql }: Db, { organisationId, mode }: Scope, search: DeliverySearch) {
  const cursor = parseCursor(search.before);
  return sql`
    select id, changed_at as sort_at, true as counts from webhook_deliveries
    where state = 'failed' and organisation_id = ${organisationId} and mode = ${mode}
      and session_id = ${search.sessionId} and not is_organisation_wide
      and ${cursor?.at ? sql`(changed_at, id) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id})` : sql`true`}
    order by changed_at desc, id desc limit ${maxPickedRows(search)}`;
}

function pickWaiting({ sql }: Db, search: DeliverySearch) {
  const { sessionId } = search;
  const cursor = parseCursor(search.before);
  return sql`
    select id, due_at as sort_at, true as counts from webhook_deliveries
    where state = 'pending' and session_id = ${sessionId}
      and webhook_endpoint_id = (select webhook_endpoint_id from sessions where session_id = ${sessionId})
      and ${cursor?.at ? sql`(due_at, id) > (${cursor.at.toISOString()}::timestamptz, ${cursor.id})` : sql`true`}
    order by due_at, id limit ${maxPickedRows(search)}`;
}
