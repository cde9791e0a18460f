import type { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { TransactionStatus } from "@/lib/core/transaction";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import type { DeliveriesPage, DeliveryRow } from "../contract";
import { type EventPayment, readEventPayments } from "./event-payments";
import {
  type DeliverySearch,
  formatCursor,
  getAccessPath,
  maxPickedRows,
  pickedQuery,
} from "./search-deliveries";

/** A delivery with its last attempt. */
interface DeliveryRecord extends RowOf<typeof webhookDeliveries, "id" | "state" | "createdAt"> {
  transactionId: Id<"transaction">;
  transactionStatus: TransactionStatus;
  lastStatus: number | null;
  lastMs: number | null;
  lastAt: Date | null;
}

/** The columns of `DeliveryRecord`, with the aliases `d` and `last` of `deliveryJoins`. */
const deliveryColumns = ({ sql }: Db) => sql`
  d.id, d.transaction_id, d.transaction_status, d.state, d.created_at, last.status as last_status,
  last.duration_ms as last_ms, last.started_at as last_at`;

/** The join that `deliveryColumns` needs for each delivery `d`: its last attempt `last`. */
const deliveryJoins = ({ sql }: Db) => sql`
  left join lateral (
    select status, duration_ms, started_at from webhook_attempts a
    where a.session_id = d.session_id and a.delivery_id = d.id order by a.number desc limit 1) last on true`;

/** The outcome of each stored state. */
export const OUTCOME_BY_STATE = { pending: "waiting", delivered: "delivered", failed: "failed" } as const;

/** Converts a delivery to its JSON form. */
function toDeliveryJson(
  facts: DeliveryRecord,
  { amount, senderName, channel }: EventPayment,
): Omit<z.output<typeof DeliveryRow>, "marks"> {
  return {
    id: facts.id,
    transaction_id: facts.transactionId,
    transaction_status: facts.transactionStatus,
    amount,
    payer: senderName,
    channel,
    outcome: OUTCOME_BY_STATE[facts.state],
    response: facts.lastStatus,
    duration_ms: facts.lastMs,
    sent_at: facts.lastAt,
    created_at: facts.createdAt,
  };
}

interface Row extends DeliveryRecord {
  /** The numbers of the attempts; those of failed attempts are negative. */
  marks: number[] | null;
  sortAt: Date;
  scanned: number;
  lastScanned: Id<"delivery"> | null;
}

/**
 * Lists the outgoing events of a session with the data of their payments, one page from `before`. The cost of a page does
 * not grow with the number of events. Throws `Failure("not_found")`.
 */
export async function listDeliveries(
  scope: Scope,
  search: DeliverySearch,
): Promise<z.output<typeof DeliveriesPage>> {
  const { sessionId, limit } = search;
  const { found, payments } = await readAsOrganisation(scope, async (db) => {
    const [, rows] = await Promise.all([
      requireSession(db, scope, sessionId),
      db.sql<(Row | { id: null; scanned: number; lastScanned: Id<"delivery"> | null })[]>`
        with picked as materialized (${pickedQuery(db, scope, search)}), scanned as (
          select count(*)::int as scanned, min(id) as last_scanned from picked
        ), listed as (
          select id as listed_id, sort_at, rank
          from (select *, row_number() over () as rank from picked) numbered where counts order by rank limit ${limit + 1}
        )
        select scanned, last_scanned, facts.* from scanned left join (
          select rank, sort_at, ${deliveryColumns(db)}, (
              select array_agg(case when a.error is null then a.number else -a.number end order by a.number)
              from webhook_attempts a where a.session_id = d.session_id and a.delivery_id = d.id) as marks
          from listed join webhook_deliveries d on d.session_id = ${sessionId} and d.id = listed_id ${deliveryJoins(db)}
        ) facts on true order by rank`,
    ]);
    const ids = rows.flatMap((row) => (row.id === null ? [] : row.transactionId));
    return { found: rows, payments: await readEventPayments(db, sessionId, ids) };
  });
  const rows = found.filter((row): row is Row => row.id !== null);
  const paymentOf = ({ transactionId }: Row) =>
    assertDefined(payments.get(transactionId), "an event's payment is recorded");
  return {
    rows: rows.slice(0, limit).map((row) => ({
      ...toDeliveryJson(row, paymentOf(row)),
      marks: (row.marks ?? []).map((number) => ({ number: Math.abs(number), is_ok: number > 0 })),
    })),
    next: getNextCursor(search, rows, found[0]),
  };
}

/** Returns the cursor of the next page, or null at the end. */
function getNextCursor(
  search: DeliverySearch,
  rows: Row[],
  scanned?: Pick<Row, "scanned" | "lastScanned">,
): string | null {
  const { isByTime, isScan } = getAccessPath(search);
  const last = rows[search.limit - 1];
  if (rows.length > search.limit && last)
    return formatCursor(isByTime ? { at: last.sortAt, id: last.id } : { id: last.id });
  const hasMore = isScan && scanned?.scanned === maxPickedRows(search);
  return hasMore && scanned.lastScanned ? formatCursor({ id: scanned.lastScanned }) : null;
}
