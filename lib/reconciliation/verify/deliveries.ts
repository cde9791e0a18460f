import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import { eventBody } from "@/lib/transactions";
import { type Difference, inScope } from "./difference";

/** Checks that each status has its event, and that the state of an event follows from its attempts. */
export async function deliveryStates(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  return [
    ...(await missingEvents(db, sessionId)),
    ...(await states(db, sessionId)),
    ...(await unknown(db, sessionId)),
  ];
}

function missingEvents(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'event of ' || c.id || ' ' || c.status as what, 'none' as kept, 'one' as derived
    from transactions c join sessions s using (session_id)
    left join deliveries d on d.session_id = c.session_id and d.transaction_id = c.id and d.transaction_status = c.status
    where ${inScope(db, sessionId)} and s.webhook_url is not null and d.id is null`;
}

/** A replayed event has been delivered before and is pending again: it keeps `delivered_at`. */
function states(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'state of event ' || c.id as what,
      concat_ws(' ', c.state, 'at ' || c.delivered_at, 'after', c.attempt_count, 'attempts') as kept,
      concat_ws(' ', coalesce(a.attempts, 0), 'attempts to', coalesce(a.last, 0) || ',', coalesce(a.accepted, 0), 'accepted') as derived
    from deliveries c
    left join (select c.session_id, c.delivery_id, count(*) as attempts, max(c.number) as last,
        max(c.number) filter (where c.status between 200 and 299) as last_accepted,
        count(*) filter (where c.status between 200 and 299) as accepted,
        min(c.started_at) as first_started
      from delivery_attempts c where ${inScope(db, sessionId)} group by 1, 2) a
      on a.session_id = c.session_id and a.delivery_id = c.id
    where ${inScope(db, sessionId)} and (c.attempt_count < coalesce(a.last, 0) or c.uncounted_attempts > c.attempt_count
      or (c.state = 'delivered' and (a.last_accepted is distinct from c.attempt_count or c.delivered_at is null))
      or (c.delivered_at is not null and (coalesce(a.accepted, 0) = 0 or c.delivered_at > greatest(c.changed_at, c.created_at)
        or c.delivered_at < c.created_at - interval '1 minute'))
      or (c.state <> 'delivered' and a.last_accepted = c.attempt_count and c.uncounted_attempts < c.attempt_count)
      or (c.state = 'failed' and coalesce(a.attempts, 0) = 0))`;
}

function unknown(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'attempt of ' || c.delivery_id as what, c.number::text as kept, 'no event' as derived
    from delivery_attempts c left join deliveries d on d.session_id = c.session_id and d.id = c.delivery_id
    where ${inScope(db, sessionId)} and d.id is null
    union all
    select c.session_id, 'destination of event ' || c.id, c.endpoint_id, coalesce(s.endpoint_id, 'none')
    from deliveries c left join sessions s using (session_id)
    where ${inScope(db, sessionId)} and c.endpoint_id is distinct from s.endpoint_id`;
}

const PAGE = 5_000;

interface Row {
  sessionId: Id<"session">;
  deliveryId: Id<"delivery">;
  transactionId: Id<"transaction"> | null;
  deliveryStatus: Parameters<typeof eventBody>[0]["status"];
  body: string;
  createdAt: Date;
  recordedAt: Date;
  amount: Kobo;
  currency: "NGN";
  channel: Parameters<typeof eventBody>[0]["channel"];
  senderName: string;
  senderAccount: string;
  senderBank: string;
  narration: string;
  paidAt: Date;
  isReachable: boolean;
}

/** Compares the body of each event with what is written of its transaction in that status. */
export async function eventBodies(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  const found: Difference[] = [];
  for (let last: Row | undefined; ; ) {
    const page = await readPage(db, sessionId, last);
    for (const row of page) {
      const expected = row.transactionId && row.isReachable ? bodyOf(row, row.transactionId) : undefined;
      if (row.body !== expected)
        found.push(
          difference(
            row,
            "body",
            digestless(row.body),
            expected ? digestless(expected) : "no transaction in that status",
          ),
        );
      if (row.createdAt < row.recordedAt)
        found.push(
          difference(row, "time", row.createdAt.toISOString(), `not before ${row.recordedAt.toISOString()}`),
        );
    }
    last = page.at(-1);
    if (page.length < PAGE) return found;
  }
}

function difference(row: Row, what: string, kept: string, derived: string): Difference {
  return { sessionId: row.sessionId, what: `${what} of event ${row.deliveryId}`, kept, derived };
}

/** The body holds an account number, so only its length is named. */
const digestless = (body: string) => `${body.length} characters`;

function bodyOf(row: Row, id: Id<"transaction">): string {
  return eventBody({
    session_id: row.sessionId,
    id,
    amount: row.amount,
    currency: row.currency,
    channel: row.channel,
    status: row.deliveryStatus,
    sender_name: row.senderName,
    sender_account: row.senderAccount,
    sender_bank: row.senderBank,
    narration: row.narration,
    paid_at: row.paidAt,
  });
}

function readPage({ sql, ...db }: Db, sessionId: Id<"session"> | undefined, last: Row | undefined) {
  return sql<Row[]>`
    select c.session_id as "sessionId", c.id as "deliveryId", t.id as "transactionId", c.transaction_status as "deliveryStatus",
      c.body, c.created_at as "createdAt", t.created_at as "recordedAt", t.amount, t.currency, t.channel,
      t.sender_name as "senderName", t.sender_account as "senderAccount", t.sender_bank as "senderBank", t.narration,
      t.paid_at as "paidAt", c.transaction_status in (t.status, 'pending') as "isReachable"
    from (select * from deliveries c where ${inScope({ sql, ...db }, sessionId)}
        and (c.session_id, c.id) > (${last?.sessionId ?? ""}, ${last?.deliveryId ?? ""})
      order by c.session_id, c.id limit ${PAGE}) c
    left join lateral (select * from transactions t where t.id = c.transaction_id and t.session_id = c.session_id limit 1) t on true
    order by c.session_id, c.id`;
}
