import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { serviceState, webhookDeliveries } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createPollLoop } from "@/lib/poll-loop";

/** Partitions are created two months before they are needed; expired ones are dropped within the hour. */
const INTERVAL_MS = 3_600_000;

/** The row of `service_state` with the first event whose attempts are kept. */
const NAME = "webhook_attempts_dropped";

/**
 * Creates the partitions of the attempts of this month and the next two (UTC), and drops those whose events were all created more
 * than `WEBHOOK_ATTEMPT_DAYS` ago. The month of a pending event that was attempted is kept, and so are later ones: the sender needs
 * its last attempt. Safe to run in several processes. Throws a lock timeout if the table is in use by a long read, such as a backup.
 */
export async function prepareAttempts(): Promise<void> {
  const { webhookAttemptDays: days = null } = env();
  const [dropped] = await systemTx(async ({ sql }) => {
    const [oldest] = await sql<RowOf<typeof webhookDeliveries, "id">[]>`
      select id from webhook_deliveries where state = 'pending' and attempt_count > 0 order by id limit 1`;
    return sql<RowOf<typeof serviceState, "details">[]>`
      with prepared as materialized (
        select prepare_webhook_attempts(${days}::integer, ${oldest?.id ?? null}::text) as kept_from)
      insert into service_state (name, details)
      select ${NAME}, jsonb_build_object('kept_from', kept_from) from prepared where kept_from is not null
      on conflict (name) do update set details = excluded.details, since = clock_timestamp()
      returning details`;
  });
  if (dropped) log.info(dropped, "attempts past retention were dropped");
  if (days !== null) await deleteLateAttempts(days);
}

/**
 * The SQL expression of the first id of an event whose attempts are kept; those of events before it are past retention. `""` if none
 * was dropped.
 */
export const attemptsKeptFrom = ({ sql }: Db) => sql`
  coalesce((select details ->> 'kept_from' from service_state where name = ${NAME}), '')`;

/** Deletes the attempts that were made after the month of their event was dropped, by their own age: a few, of replays. */
async function deleteLateAttempts(days: number): Promise<void> {
  const db = systemDb();
  await db.sql`
    delete from webhook_attempts a
    where a.delivery_id < ${attemptsKeptFrom(db)} and a.started_at < clock_timestamp() - ${days}::integer * interval '1 day'
      and not exists (
        select from webhook_deliveries d where d.session_id = a.session_id and d.id = a.delivery_id and d.state = 'pending')`;
}

const loop = createPollLoop(
  "webhook attempt partitions",
  INTERVAL_MS,
  prepareAttempts,
  "preparing the partitions of the webhook attempts failed",
);

/** Prepares the partitions now and every hour. */
export function startAttemptRetention(): void {
  loop.start();
  void loop.run();
}

/** Stops preparing the partitions of the webhook attempts. */
export function stopAttemptRetention(): void {
  loop.stop();
}
