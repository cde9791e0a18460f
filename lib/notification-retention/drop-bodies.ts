import { type BatchOptions, runInBatches } from "@/lib/batches";
import { firstIdAt, type Id } from "@/lib/core/ids";
import { DAY_MS } from "@/lib/core/time/durations";
import { type Db, systemTx } from "@/lib/db/client";
import { runExclusively } from "@/lib/db/connections/exclusive";
import type { RowOf } from "@/lib/db/rows";
import type { bankNotifications } from "@/lib/db/schema";

/** A batch that meets a locked row fails after this time and is repeated, so that no payment waits for it. */
const LOCK_TIMEOUT_MS = 100;

/** The row of `service_state` with the last notification that is past retention. */
const NAME = "notification_bodies_dropped";

interface DropRequest extends BatchOptions {
  /** The bodies of notifications that are older are dropped. */
  days: number;
  now?: Date;
}

/**
 * Drops the bodies of all notifications that recorded a payment more than `days` ago, in small SQL transactions, until none is
 * left or the signal aborts. What remains is the row with its keys, signature and the SHA-256 of the body, by which a repeat of the
 * bank is recognised. Kept are the bodies of all other outcomes, and of payments that wait for their bank's confirmation, which reads
 * them. Returns how many were dropped; undefined if another process does it.
 */
export function dropBodies(request: DropRequest): Promise<number | undefined> {
  return runExclusively("notification retention", () => {
    const before = firstIdAt("notification", (request.now?.getTime() ?? Date.now()) - request.days * DAY_MS);
    return runInBatches(request, (limit) => dropBatch(before, limit));
  });
}

/** The SQL expression of the last notification that is past retention; `""` if none is. */
const lastDropped = ({ sql }: Pick<Db, "sql">) => sql`
  coalesce((select details ->> 'last' from service_state where name = ${NAME}), '')`;

/** The SQL condition that the body of the notification with this alias was dropped, and may be missing. */
export const isPastRetention = (db: Pick<Db, "sql">, alias: ReturnType<Db["sql"]>) => db.sql`
  (${alias}.outcome = 'recorded' and octet_length(${alias}.body) = 0 and ${alias}.id <= ${lastDropped(db)})`;

/** Ids are in the order of time: a run continues where the last one ended. */
function dropBatch(before: Id<"notification">, limit: number) {
  return systemTx(async (db) => {
    const { sql } = db;
    await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`;
    const ids = await sql<RowOf<typeof bankNotifications, "id">[]>`
      select id from bank_notifications where id > ${lastDropped(db)} and id < ${before}
      order by id limit ${limit}`;
    const last = ids.at(-1)?.id;
    if (last === undefined) return { isLast: true, changed: 0 };
    const dropped = await sql`
      update bank_notifications n set body = ''::bytea, erased_digest = sha256(''::bytea)
      where n.id = any(${ids.map(({ id }) => id)}::text[]) and n.outcome = 'recorded' and not exists (
        select from payment_confirmations c
        where c.mode = n.mode and c.bank_connection_id = n.bank_connection_id and c.payment_key = n.correlation_key)`;
    await sql`
      insert into service_state (name, details) values (${NAME}, jsonb_build_object('last', ${last}::text))
      on conflict (name) do update set details = excluded.details, since = clock_timestamp()`;
    return { isLast: ids.length < limit, changed: dropped.count };
  });
}
