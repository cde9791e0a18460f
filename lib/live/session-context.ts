import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/guard";
import { paymentTime } from "@/lib/db/payment-time";
import type { EndpointHealth } from "@/lib/db/schema";
import { type PaymentCadence, readCadences } from "@/lib/terminals";
import { countDeliveries, type DeliveryFigures } from "@/lib/webhooks";

/** The last notices tell how soon the bank tells. */
const LAST_NOTICES = 5;

/** A terminal, where it stands and who is on it. */
interface Post {
  terminalId: string;
  position: number;
  place: string;
  operatorName: string | null;
}

/** What the figures stand in: it changes seldom, or without the session's version. */
export interface SessionContext {
  /** The database's time when they were read. */
  at: Date;
  version: bigint;
  posts: Post[];
  rhythms: PaymentCadence[];
  /** Null: the session has no webhook address. */
  endpoint: EndpointHealth | null;
  deliveries: DeliveryFigures;
  /** When a notice last brought a payment, and what lay between payment and notice lately. */
  heardAt: Date | null;
  delayMs: number | null;
}

/**
 * Reads what stands around a session's figures, at the same cost whatever it took; `undefined` for a session that is
 * not the caller's.
 */
export async function readSessionContext(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<SessionContext | undefined> {
  const [[around], rhythms, deliveries] = await Promise.all([
    db.sql<Omit<SessionContext, "rhythms" | "deliveries">[]>`
      with state as (
        select session_id, version, last_number from session_counters where ${ownSessionCondition(db, scope, sessionId)}
      ), latest as (
        select t.created_at, extract(epoch from t.created_at - (${paymentTime(db)})) * 1000 as delay_ms
        from transactions t, state
        where t.session_id = ${sessionId} and t.number > state.last_number - ${LAST_NOTICES}
      )
      select clock_timestamp() as at, state.version, e.health as endpoint, ${posts(db, sessionId)} as posts,
        (select max(created_at) from latest) as "heardAt",
        (select percentile_cont(0.5) within group (order by delay_ms) from latest)::float8 as "delayMs"
      from state join sessions s using (session_id) left join endpoints e on e.id = s.endpoint_id`,
    readCadences(db, sessionId),
    countDeliveries(db, scope, sessionId),
  ]);
  return around && { ...around, rhythms, deliveries };
}

/** The session's terminals in their order, with who is on each at this moment. */
const posts = ({ sql }: Db, sessionId: Id<"session">) => sql`(
  select coalesce(json_agg(post order by post.position), '[]') from (
    select t.terminal_id as "terminalId", t.position, t.place, o.name as "operatorName"
    from terminals t
    left join lateral (
      select operator_id from operator_assignments a
      where a.session_id = t.session_id and a.terminal_id = t.terminal_id
        and a.assigned_from <= clock_timestamp() and (a.assigned_to is null or a.assigned_to > clock_timestamp())
      order by a.assigned_from desc limit 1
    ) a on true
    left join operators o on o.session_id = t.session_id and o.id = a.operator_id
    where t.session_id = ${sessionId}
  ) post)`;
