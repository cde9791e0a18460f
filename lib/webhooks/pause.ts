import { type Db, longRunningTx, systemDb } from "@/lib/db/client";

/** Why no outgoing event is sent at all: the database is a restored copy, and nobody has confirmed that it may send. */
export interface SendingPause {
  /** When the copy was restored. */
  since: Date;
  /** When the backup was taken that it was restored from. */
  backupTakenAt: Date;
}

type Sql = Db["sql"];

/**
 * The SQL condition that events may be sent. It stands in every statement that gives events to a sender, so that a
 * pause holds for every process from the moment it is committed.
 */
export const isSendingAllowed = (sql: Sql) =>
  sql`not exists (select from service_state where name = 'sending_paused')`;

/** Pauses the sending of every event, as part of the SQL transaction that restores a copy. */
export async function pauseSending(sql: Sql, { backupTakenAt }: Pick<SendingPause, "backupTakenAt">) {
  const details = JSON.stringify({ backup_taken_at: backupTakenAt.toISOString() });
  await sql`
    insert into service_state (name, since, details) values ('sending_paused', clock_timestamp(), ${details}::json)
    on conflict (name) do update set since = excluded.since, details = excluded.details`;
}

/** What a person is told of a pause: why it holds and how it ends. */
export function describePause({ since, backupTakenAt }: SendingPause): string {
  return (
    `Sending of webhooks is paused: this database was restored at ${since.toISOString()} from a backup taken at ` +
    `${backupTakenAt.toISOString()}. Where no other copy sends them any more, run: takings deliver --resume`
  );
}

/** The pause that holds now, or null while events are sent. */
export async function getSendingPause(): Promise<SendingPause | null> {
  const [pause] = await systemDb().sql<SendingPause[]>`
    select since, (details ->> 'backup_taken_at')::timestamptz as "backupTakenAt"
    from service_state where name = 'sending_paused'`;
  return pause ?? null;
}

/**
 * Ends the pause; every process sends again at once. With `skipBacklog` the events that were waiting when the backup
 * was taken are not sent: they count as failed and can be replayed. Returns whether there was a pause, and how many
 * events were skipped. Without a pause nothing is changed.
 */
export function resumeSending({ skipBacklog }: { skipBacklog: boolean }) {
  return longRunningTx(async ({ sql }): Promise<{ resumed: boolean; skipped: number }> => {
    const [pause] = await sql<Pick<SendingPause, "backupTakenAt">[]>`
      delete from service_state where name = 'sending_paused'
      returning (details ->> 'backup_taken_at')::timestamptz as "backupTakenAt"`;
    if (!pause) return { resumed: false, skipped: 0 };
    const skipped = skipBacklog ? await skipEventsUntil(sql, pause.backupTakenAt) : 0;
    await sql`select pg_notify('takings_events', '')`;
    return { resumed: true, skipped };
  });
}

/** Marks the events that were created up to a time and still wait as failed, and notes that. Returns how many. */
async function skipEventsUntil(sql: Sql, time: Date): Promise<number> {
  const until = time.toISOString();
  await sql`
    insert into service_state (name, since, details)
    values (${`events_skipped ${until}`}, clock_timestamp(), ${JSON.stringify({ created_until: until })}::json)
    on conflict do nothing`;
  const [row] = await sql<{ count: number }[]>`
    with skipped as (
      update deliveries set state = 'failed', changed_at = clock_timestamp()
      where state = 'pending' and created_at <= ${until}::timestamptz
      returning session_id
    ), notified as materialized (
      select pg_notify('takings', session_id) from (select distinct session_id from skipped) session
    )
    select count(*)::int as count from skipped cross join (select count(*) from notified) n`;
  return row?.count ?? 0;
}
