import type { Id } from "@/lib/core/ids";
import { type EventBodyRow, serializeEventBody } from "@/lib/transactions";
import { type Difference, inScope, type Run, readPages } from "../difference";

const PAGE = 5_000;

interface Row extends Omit<EventBodyRow, "id" | "status"> {
  deliveryId: Id<"delivery">;
  transactionId: Id<"transaction"> | null;
  deliveryStatus: EventBodyRow["status"];
  body: string;
  createdAt: Date;
  recordedAt: Date;
  /** Whether the transaction has, or can have had, the event's status. */
  isReached: boolean;
  /** Whether the event was written with its transaction. */
  isFirst: boolean;
}

/** Compares the body of each event with the body derived from its transaction in that status. */
export async function eventBodies(run: Run): Promise<void> {
  for await (const page of readPages<Row>(run, (last) => readPage(run, last)))
    run.report(page.flatMap(differencesIn));
}

function differencesIn(row: Row): Difference[] {
  const expected = row.transactionId && row.isReached ? bodyOf(row, row.transactionId) : undefined;
  const found: Difference[] = [];
  if (row.body !== expected)
    found.push(
      difference(
        row,
        "body",
        length(row.body),
        expected ? length(expected) : "no transaction in that status",
      ),
    );
  if (row.transactionId && row.isFirst && row.createdAt.getTime() !== row.recordedAt.getTime())
    found.push(difference(row, "time", row.createdAt.toISOString(), row.recordedAt.toISOString()));
  return found;
}

function difference(row: Row, what: string, kept: string, derived: string): Difference {
  return { sessionId: row.sessionId, what: `${what} of event ${row.deliveryId}`, kept, derived };
}

/** The body contains an account number, so only its length is reported. */
const length = (body: string) => `${body.length} characters`;

function bodyOf(row: Row, id: Id<"transaction">): string {
  return serializeEventBody({ ...row, id, status: row.deliveryStatus });
}

/**
 * A transaction that was recorded as pending has a pending event, unless the endpoint was added later; otherwise its only
 * event at an endpoint was written with it. A recording statement that began before the endpoint was committed does not
 * see it; none takes ten seconds (`STATEMENT_TIMEOUT_MS`). Each transaction is found by its id alone: with the session in
 * the same condition, a planner without statistics scans the whole session.
 */
function readPage(run: Run, last: Row | undefined) {
  return run.db.sql<Row[]>`
    select c.session_id, c.id as delivery_id, t.id as transaction_id, c.transaction_status as delivery_status,
      c.body, c.created_at, t.created_at as recorded_at, t.amount, t.currency, t.channel,
      t.sender_name, t.sender_account, t.sender_bank, t.narration,
      t.paid_at, c.transaction_status in (t.status, 'pending') as is_reached,
      c.transaction_status = 'pending'
        or p.found is null and t.created_at >= coalesce(case when c.is_organisation_wide then e.created_at + interval '10 seconds' else s.webhook_since end, t.created_at)
        as is_first
    from (select * from webhook_deliveries c where ${inScope(run)} and subject_id is null
        and (c.session_id, c.id) > (${last?.sessionId ?? ""}, ${last?.deliveryId ?? ""})
      order by c.session_id, c.id limit ${PAGE}) c
    left join lateral (select * from transactions where id = c.transaction_id offset 0) t on t.session_id = c.session_id
    left join lateral (select true as found from webhook_deliveries where session_id = c.session_id
      and transaction_id = c.transaction_id and transaction_status = 'pending' and is_organisation_wide = c.is_organisation_wide
      and (webhook_endpoint_id = c.webhook_endpoint_id or not is_organisation_wide) limit 1) p on true
    left join lateral (select created_at from webhook_endpoints where id = c.webhook_endpoint_id limit 1) e on true
    left join lateral (select webhook_since from sessions where session_id = c.session_id limit 1) s on true
    order by c.session_id, c.id`;
}
