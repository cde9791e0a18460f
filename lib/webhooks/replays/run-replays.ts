import type { Scope } from "@/lib/core/scope";
import { systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookReplays } from "@/lib/db/schema";
import { createPollLoop } from "@/lib/poll-loop";
import { restartSchedule } from "../deliveries/replay";
import { wakeSender } from "../sending/sender-loop";
import { isInReplay } from "./start-replay";

/** Events of one SQL transaction: a few hundred milliseconds. */
const BATCH = 1_000;
const INTERVAL_MS = 1_000;

type OpenReplay = RowOf<
  typeof webhookReplays,
  "id" | "organisationId" | "mode" | "sessionId" | "webhookEndpointId" | "since" | "requestedAt"
>;

/**
 * Carries out the requested replays until none is left, in batches of one SQL transaction each. A process that ends loses
 * at most a batch that was not committed, which the next run repeats: an event that is due again has a later `changed_at`
 * than the request, so that no batch takes it twice. Several processes may run it. Rejects if the database is unreachable.
 */
export async function runReplays(): Promise<void> {
  while (await runBatch()) wakeSender();
}

/** Returns whether there was a replay to work on. */
function runBatch(): Promise<boolean> {
  return systemTx(async (db) => {
    const { sql } = db;
    const [replay] = await sql<OpenReplay[]>`
      select id, organisation_id, mode, session_id, webhook_endpoint_id, since, requested_at from webhook_replays
      where finished_at is null order by requested_at limit 1 for update skip locked`;
    if (!replay) return false;
    const scope: Scope = replay;
    const [row] = await sql<{ count: number }[]>`
      with picked as materialized (
        select d.session_id, d.id from webhook_deliveries d
        where ${isInReplay(db, scope, replay)} and d.changed_at <= ${replay.requestedAt.toISOString()}::timestamptz
        order by d.changed_at, d.id limit ${BATCH} for update
      ), replayed as (
        update webhook_deliveries d set ${restartSchedule(db)} from picked
        where d.session_id = picked.session_id and d.id = picked.id
        returning d.session_id
      ), notified as materialized (
        select pg_notify('takings', session_id), pg_notify('takings_events', '') from (select distinct session_id from replayed) one
      )
      select count(*)::int as count from replayed cross join (select count(*) from notified) t`;
    const count = row?.count ?? 0;
    await sql`
      update webhook_replays set replayed = replayed + ${count},
        finished_at = case when ${count === 0} then clock_timestamp() end
      where id = ${replay.id}`;
    return true;
  });
}

const loop = createPollLoop(
  "webhook-replays",
  INTERVAL_MS,
  runReplays,
  "failed events could not be sent again",
);

/** Starts processing replays: one check every second. */
export const startReplays = (): void => loop.start();

/** Stops processing replays; a batch in progress ends by itself. */
export const stopReplays = (): void => void loop.stop();
