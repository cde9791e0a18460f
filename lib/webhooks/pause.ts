import { type Db, longRunningTx, systemDb } from "@/lib/db/client";

/**
 * The pause of everything that a copy sends by itself (events, alerts, refunds, closings of accounts): the database was
 * restored from a backup, and sending has not been confirmed.
 */
export interface SendingPause {
  /** When the copy was restored. */
  since: Date;
  /** When the backup was taken from which it was restored. */
  backupTakenAt: Date;
}

type Sql = Db["sql"];

/**
 * The SQL condition that the service may send. Every statement that claims something to be sent contains it, so that a pause
 * applies to every process as soon as it is committed.
 */
export const isSendingAllowed = (sql: Sql) =>
  sql`not exists (select from service_state where name = 'sending_paused')`;

/** Pauses everything that is sent, inside the SQL transaction that restores a backup. */
export async function pauseSending(sql: Sql, { backupTakenAt }: Pick<SendingPause, "backupTakenAt">) {
  const details = JSON.stringify({ backup_taken_at: backupTakenAt.toISOString() });
  await sql`
    insert into service_state (name, since, details) values ('sending_paused', clock_timestamp(), ${details}::json)
    on conflict (name) do update set since = excluded.since, details = excluded.details`;
}

/** What a pause means for the operator, and how to end it. */
export const PAUSE_ADVICE =
  "No webhook, alert or refund is sent, and no account is closed. If no other copy of the database does that, run: takings deliver --resume";

/** Describes a pause for the operator: its reason, its effect and how to end it. */
export function describePause({ since, backupTakenAt }: SendingPause): string {
  return (
    `Sending is paused: this database was restored at ${since.toISOString()} from a backup taken at ` +
    `${backupTakenAt.toISOString()}. ${PAUSE_ADVICE}`
  );
}

/** Returns the current pause, or null if there is none. */
export async function getSendingPause(): Promise<SendingPause | null> {
  const [pause] = await systemDb().sql<SendingPause[]>`
    select since, (details ->> 'backup_taken_at')::timestamptz as backup_taken_at
    from service_state where name = 'sending_paused'`;
  return pause ?? null;
}

/**
 * Ends the pause; every process sends again at once. With `skipBacklog`, events that were waiting when the backup was
 * taken are not sent: they are marked as failed and can be replayed. Returns whether there was a pause, and how many
 * events were skipped. Changes nothing if there is no pause.
 */
export function resumeSending({ skipBacklog }: { skipBacklog: boolean }) {
  return longRunningTx(async ({ sql }): Promise<{ resumed: boolean; skipped: number }> => {
    const [pause] = await sql<Pick<SendingPause, "backupTakenAt">[]>`
      delete from service_state where name = 'sending_paused'
      returning (details ->> 'backup_taken_at')::timestamptz as backup_taken_at`;
    if (!pause) return { resumed: false, skipped: 0 };
    const skipped = skipBacklog ? await skipEventsUntil(sql, pause.backupTakenAt) : 0;
    await sql`select pg_notify('takings_events', '')`;
    return { resumed: true, skipped };
  });
}

/** Marks waiting events created up to a time as failed, and records that in `service_state`. Returns how many. */
async function skipEventsUntil(sql: Sql, time: Date): Promise<number> {
  const until = time.toISOString();
  await sql`
    insert into service_state (name, since, details)
    values (${`events_skipped ${until}`}, clock_timestamp(), ${JSON.stringify({ created_until: until })}::json)
    on conflict do nothing`;
  const [row] = await sql<{ count: number }[]>`
    with skipped as (
      update webhook_deliveries set state = 'failed', changed_at = clock_timestamp()
      where state = 'pending' and created_at <= ${until}::timestamptz
      returning session_id
    ), notified as materialized (
      select pg_notify('takings', session_id) from (select distinct session_id from skipped) session
    )
    select count(*)::int as count from skipped cross join (select count(*) from notified) n`;
  return row?.count ?? 0;
}
