import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import type { DeliveriesPage, DeliveryRow } from "./contract";
import { type Asked, maxPicked, pickedQuery, wayOf, writePlace } from "./search-deliveries";

/** The facts of a delivery and its payment, as the database tells them. */
export interface DeliveryFacts {
  id: Id<"delivery">;
  transactionId: Id<"transaction">;
  transactionStatus: "successful" | "pending" | "failed";
  amount: bigint;
  payer: string;
  channel: string;
  state: "pending" | "delivered" | "failed";
  createdAt: Date;
  lastStatus: number | null;
  lastMs: number | null;
  lastAt: Date | null;
}

/** The columns of `DeliveryFacts`, of `d`, its payment `t` and its last try `last`, as `deliveryFactsJoins` has them. */
export const deliveryFacts = ({ sql }: Db) => sql`
  d.id, d.transaction_id as "transactionId", d.transaction_status as "transactionStatus", t.amount, t.sender_name as payer,
  t.channel, d.state, d.created_at as "createdAt", last.status as "lastStatus", last.duration_ms as "lastMs",
  last.started_at as "lastAt"`;

/** What `deliveryFacts` reads of each delivery `d` besides its own row: its payment and its last try. */
export const deliveryFactsJoins = ({ sql }: Db) => sql`
  cross join lateral (select amount, sender_name, channel from transactions where id = d.transaction_id limit 1) t
  left join lateral (
    select status, duration_ms, started_at from delivery_attempts a
    where a.session_id = d.session_id and a.delivery_id = d.id order by a.number desc limit 1) last on true`;

const OUTCOME = { pending: "waiting", delivered: "delivered", failed: "failed" } as const;

/** Presents the facts of a delivery. */
export function presentFacts(facts: DeliveryFacts): Omit<z.output<typeof DeliveryRow>, "marks"> {
  return {
    id: facts.id,
    transaction_id: facts.transactionId,
    transaction_status: facts.transactionStatus,
    amount: facts.amount,
    payer: facts.payer,
    channel: facts.channel,
    outcome: OUTCOME[facts.state],
    response: facts.lastStatus,
    duration_ms: facts.lastMs,
    sent_at: facts.lastAt,
    created_at: facts.createdAt,
  };
}

interface Row extends DeliveryFacts {
  /** Numbers of the tries, those that failed negative. */
  marks: number[] | null;
  sortAt: Date;
  looked: number;
  lastLooked: Id<"delivery"> | null;
}

/**
 * Lists the outgoing events of a session with the facts of their payments, page after page by `before`: the same cost
 * however many there are. Throws `Failure("not_found")`.
 */
export async function listDeliveries(scope: Scope, asked: Asked): Promise<z.output<typeof DeliveriesPage>> {
  const { sessionId, limit } = asked;
  const found = await asOrganisation(scope.organisationId, async (db) => {
    const [, rows] = await Promise.all([
      requireSession(db, scope, sessionId),
      db.sql<(Row | { id: null; looked: number; lastLooked: Id<"delivery"> | null })[]>`
        with picked as materialized (${pickedQuery(db, scope, asked)}), looked as (
          select count(*)::int as looked, min(id) as "lastLooked" from picked
        ), shown as (
          select id as shown_id, sort_at, place
          from (select *, row_number() over () as place from picked) numbered where counts order by place limit ${limit + 1}
        )
        select looked, "lastLooked", facts.* from looked left join (
          select place, sort_at as "sortAt", ${deliveryFacts(db)}, (
              select array_agg(case when a.error is null then a.number else -a.number end order by a.number)
              from delivery_attempts a where a.session_id = d.session_id and a.delivery_id = d.id) as marks
          from shown join deliveries d on d.session_id = ${sessionId} and d.id = shown_id ${deliveryFactsJoins(db)}
        ) facts on true order by place`,
    ]);
    return rows;
  });
  const rows = found.filter((row): row is Row => row.id !== null);
  return {
    rows: rows.slice(0, limit).map((row) => ({
      ...presentFacts(row),
      marks: (row.marks ?? []).map((number) => ({ number: Math.abs(number), is_ok: number > 0 })),
    })),
    next: nextOf(asked, rows, found[0]),
  };
}

/** Where the next page begins; null where there is none. */
function nextOf(asked: Asked, rows: Row[], looked?: Pick<Row, "looked" | "lastLooked">): string | null {
  const { isByMoment, isLookedThrough } = wayOf(asked);
  const last = rows[asked.limit - 1];
  if (rows.length > asked.limit && last)
    return writePlace(isByMoment ? { at: last.sortAt, id: last.id } : { id: last.id });
  const isMore = isLookedThrough && looked?.looked === maxPicked(asked);
  return isMore && looked.lastLooked ? writePlace({ id: looked.lastLooked }) : null;
}
