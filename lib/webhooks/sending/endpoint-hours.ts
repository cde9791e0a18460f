import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { log } from "@/lib/log";
import { createPollLoop } from "@/lib/poll-loop";
import { singleton } from "@/lib/process-singleton";

const FLUSH_MS = 10_000;
/** Older hours are deleted when newer ones are written. */
const KEPT_DAYS = 30;

interface Hour {
  endpoint: Id<"webhookEndpoint">;
  hour: string;
  organisation: Id<"organisation">;
  mode: Mode;
  succeeded: number;
  failed: number;
  ms: number;
}

/** What this process has counted since the last write, by endpoint and hour. */
const counted = singleton("endpoint-hours", () => new Map<string, Hour>());

interface EndedAttempt {
  endpointId: Id<"webhookEndpoint">;
  organisationId: Id<"organisation">;
  mode: Mode;
}

/**
 * Counts an ended attempt for the chart of its endpoint's health. In memory, so that sending waits for no shared row: a
 * process that is killed loses up to ten seconds of these counts, never an attempt.
 */
export function countAttempt(
  { endpointId, organisationId, mode }: EndedAttempt,
  { ok, startedAt, durationMs }: { ok: boolean; startedAt: Date; durationMs: number },
): void {
  const hour = new Date(Math.floor(startedAt.getTime() / HOUR_MS) * HOUR_MS).toISOString();
  const key = `${endpointId} ${hour}`;
  const owner = { endpoint: endpointId, hour, organisation: organisationId, mode };
  const entry = counted.get(key) ?? { ...owner, succeeded: 0, failed: 0, ms: 0 };
  counted.set(key, entry);
  entry[ok ? "succeeded" : "failed"]++;
  entry.ms += durationMs;
}

/** Adds the counts to the stored ones. If that fails, they are kept for the next run. */
async function writeEndpointHours(): Promise<void> {
  if (counted.size === 0) return;
  const hours = [...counted.values()];
  counted.clear();
  try {
    await systemDb().sql`
      with added as (
        insert into webhook_endpoint_hours as h (webhook_endpoint_id, hour, organisation_id, mode, succeeded, failed, total_ms)
        select endpoint, hour, organisation, mode, succeeded, failed, ms from json_to_recordset(${JSON.stringify(hours)}::json) as added (
          endpoint text, hour timestamptz, organisation text, mode text, succeeded int, failed int, ms bigint)
        where exists (select from webhook_endpoints e where e.id = endpoint)
        order by endpoint, hour
        on conflict (webhook_endpoint_id, hour) do update set succeeded = h.succeeded + excluded.succeeded,
          failed = h.failed + excluded.failed, total_ms = h.total_ms + excluded.total_ms
        returning webhook_endpoint_id
      )
      delete from webhook_endpoint_hours where webhook_endpoint_id in (select webhook_endpoint_id from added)
        and hour < now() - make_interval(days => ${KEPT_DAYS}::int)`;
  } catch (thrown) {
    for (const lost of hours) {
      const key = `${lost.endpoint} ${lost.hour}`;
      const since = counted.get(key);
      if (!since) counted.set(key, lost);
      else {
        since.succeeded += lost.succeeded;
        since.failed += lost.failed;
        since.ms += lost.ms;
      }
    }
    throw thrown;
  }
}

const loop = createPollLoop("endpoint-hours", FLUSH_MS, writeEndpointHours, "attempts could not be counted");

/** Starts writing the counts every ten seconds. */
export const startEndpointHours = (): void => loop.start();

/**
 * Stops writing the counts every ten seconds and writes the last ones. Never rejects: if the database is unreachable, they
 * are lost.
 */
export async function stopEndpointHours(): Promise<void> {
  loop.stop();
  await writeEndpointHours().catch((thrown) =>
    log.warn({ internal: describeError(thrown) }, "the last attempts could not be counted"),
  );
}
