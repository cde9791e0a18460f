import { assertDefined } from "@/lib/core/errors/assert";
import { type Db, systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";

/** The state of a deployment's scheduled backups that its processes share: one row of `service_state`. */
export interface ScheduleState {
  /** A random id that each scheduled backup contains, so that a deployment removes only its own. */
  deployment: string;
  /** The last complete backup, and when its snapshot was taken; null before the first. */
  folder: string | null;
  takenAt: Date | null;
  /** The last failure, if no backup was finished since; else null. */
  failedAt: Date | null;
  failure: string | null;
  /** The age of that failure by the database's clock; negative if the clock was ahead then. */
  failureAgeSeconds: number | null;
  /** For how long a backup has been due, in seconds; negative if none is due. If the clock was ahead at the last one: 0. */
  overdueSeconds: number;
}

const NAME = "scheduled_backups";

/** Reads the state of the scheduled backups; undefined if there has been none, or if `BACKUP_DIR` is not set. */
export async function getScheduleState(): Promise<ScheduleState | undefined> {
  const { backupDir, backupEveryHours } = env();
  if (backupDir === undefined) return undefined;
  const [state] = await systemDb().sql<ScheduleState[]>`
    select details ->> 'deployment' as deployment, details ->> 'folder' as folder, taken_at, failed_at,
      details ->> 'failure' as failure, extract(epoch from clock_timestamp() - failed_at)::float8 as failure_age_seconds,
      case when coalesce(taken_at, since) > clock_timestamp() then 0 else
        extract(epoch from clock_timestamp() - coalesce(taken_at + make_interval(hours => ${backupEveryHours}), since))::float8
      end as overdue_seconds
    from (select since, details, (details ->> 'taken_at')::timestamptz as taken_at,
      (details ->> 'failed_at')::timestamptz as failed_at from service_state where name = ${NAME}) s`;
  return state;
}

/** Returns the state, which the first call creates: a backup is due from then on. Call it only if `BACKUP_DIR` is set. */
export async function openScheduleState(): Promise<ScheduleState> {
  const state = await getScheduleState();
  if (state) return state;
  await systemDb().sql`
    insert into service_state (name, since, details)
    values (${NAME}, clock_timestamp(), jsonb_build_object('deployment', gen_random_uuid()))
    on conflict (name) do nothing`;
  return assertDefined(await getScheduleState(), "the row was inserted");
}

/** Stores that a backup is complete; an earlier failure is over. */
export function saveFinished({ folder, takenAt }: { folder: string; takenAt: Date }) {
  const facts = JSON.stringify({ folder, taken_at: takenAt.toISOString() });
  return systemDb().sql`
    update service_state set details = details - 'failed_at' - 'failure' || ${facts}::text::jsonb where name = ${NAME}`;
}

/** Stores that a backup failed, and why. */
export function saveFailure(failure: string) {
  return systemDb().sql`
    update service_state
    set details = details || jsonb_build_object('failed_at', clock_timestamp(), 'failure', ${failure}::text)
    where name = ${NAME}`;
}

/**
 * Removes the state from a restored copy, inside the SQL transaction that restores it: the copy is a deployment of its own,
 * which removes no backup of the original.
 */
export const forgetScheduledBackups = (sql: Db["sql"]) => sql`delete from service_state where name = ${NAME}`;
