import { type Id, isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { DeliveryOutcome } from "./labels";

/** So many events are looked through for one page where no index tells them apart: some ten milliseconds' work. */
const WINDOW = 20_000;

/** Where a page begins: an event, and the moment it is sorted by where its index is sorted by one. */
interface Place {
  at?: Date;
  id: Id<"delivery">;
}

/** Which events a page is to show. */
export interface Asked {
  sessionId: Id<"session">;
  outcome?: DeliveryOutcome | undefined;
  /** The id of a payment or an event, or the code of a response. */
  q?: string | undefined;
  before?: string | undefined;
  limit: number;
}

const STATES = { delivered: "delivered", waiting: "pending", failed: "failed" } as const;
const RESPONSE = /^\d{3}$/;

/** Writes a place as text, which `pickedQuery` reads. */
export const writePlace = ({ at, id }: Place) => (at ? `${at.toISOString()} ${id}` : id);

function readPlace(text = ""): Place | undefined {
  const [id = "", moment] = text.split(" ").reverse();
  if (!isId("delivery", id)) return undefined;
  if (moment === undefined) return { id };
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}

/** Whether a page is found by looking through the newest, and whether its order is by a moment. */
export function wayOf({ outcome, q = "" }: Pick<Asked, "outcome" | "q">) {
  const isSearch = q !== "";
  return {
    isLookedThrough: isSearch ? RESPONSE.test(q) : outcome === "delivered",
    isByMoment: !isSearch && (outcome === "failed" || outcome === "waiting"),
  };
}

/** How many rows are picked, at most, for a page. */
export const maxPicked = (asked: Asked) => (wayOf(asked).isLookedThrough ? WINDOW : asked.limit + 1);

/**
 * The query `picked`: the events of a page, newest first, the waiting ones by when they are due; whether each counts,
 * and the moment it is sorted by. Each way reads the one index that has it in order: the key for all,
 * `deliveries_failed`, `deliveries_due`, `deliveries_event` for one payment's.
 */
export function pickedQuery(db: Db, scope: Scope, asked: Asked) {
  const { q = "", outcome } = asked;
  if (isId("transaction", q) || isId("delivery", q)) return pickByIds(db, asked, q);
  if (q !== "" && !RESPONSE.test(q)) return pickNone(db);
  if (q === "" && outcome === "failed") return pickFailed(db, scope, asked);
  if (q === "" && outcome === "waiting") return pickWaiting(db, asked);
  return pickNewest(db, asked, q);
}

const inState = ({ sql }: Db, { outcome }: Asked) => (outcome ? sql`state = ${STATES[outcome]}` : sql`true`);

const pickNone = ({ sql }: Db) => sql`
  select id, created_at as sort_at, true as counts from deliveries where false`;

const pickByIds = (db: Db, asked: Asked, id: string) => db.sql`
  select id, created_at as sort_at, true as counts from deliveries
  where session_id = ${asked.sessionId} and ${inState(db, asked)}
    and ${id.startsWith("txn_") ? db.sql`transaction_id = ${id}` : db.sql`id = ${id}`}
  order by id desc`;

function pickNewest(db: Db, asked: Asked, response: string) {
  const { sql } = db;
  const place = readPlace(asked.before);
  const isAnsweredSo = response
    ? sql`exists (select from delivery_attempts a
        where a.session_id = d.session_id and a.delivery_id = d.id and a.status = ${Number(response)})`
    : sql`true`;
  return sql`
    select id, created_at as sort_at, ${inState(db, asked)} and ${isAnsweredSo} as counts from deliveries d
    where session_id = ${asked.sessionId} and ${place ? sql`id < ${place.id}` : sql`true`}
    order by id desc limit ${maxPicked(asked)}`;
}

function pickFailed({ sql }: Db, { organisationId, mode }: Scope, asked: Asked) {
  const place = readPlace(asked.before);
  return sql`
    select id, changed_at as sort_at, true as counts from deliveries
    where state = 'failed' and organisation_id = ${organisationId} and mode = ${mode}
      and session_id = ${asked.sessionId}
      and ${place?.at ? sql`(changed_at, id) < (${place.at.toISOString()}::timestamptz, ${place.id})` : sql`true`}
    order by changed_at desc, id desc limit ${maxPicked(asked)}`;
}

function pickWaiting({ sql }: Db, asked: Asked) {
  const { sessionId } = asked;
  const place = readPlace(asked.before);
  return sql`
    select id, due_at as sort_at, true as counts from deliveries
    where state = 'pending' and session_id = ${sessionId}
      and endpoint_id = (select endpoint_id from sessions where session_id = ${sessionId})
      and ${place?.at ? sql`(due_at, id) > (${place.at.toISOString()}::timestamptz, ${place.id})` : sql`true`}
    order by due_at, id limit ${maxPicked(asked)}`;
}
