import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { searchText } from "./normalise-text";

/** Rows catalogued in one SQL transaction: some twenty milliseconds' work, so that nobody waits long beside it. */
export const CHUNK = 500;

interface Held extends Scope {
  sessionId: Id<"session">;
  upTo: bigint;
}

/**
 * Catalogues a session's next transactions, and those pending ones that have become final since. Answers how many
 * were new; fewer than `limit` means that none are left. Whoever comes while another is at it does nothing, so that
 * nothing is counted twice.
 */
export function indexNextTransactions(sessionId: Id<"session">, limit = CHUNK): Promise<number> {
  return systemTx(async (db) => {
    const held = await hold(db, sessionId);
    if (!held) return 0;
    await finishPending(db, held);
    return enter(db, held, limit);
  });
}

/** Holds the session's catalogue; nothing where another does. Recording is not held up: it never looks at it. */
async function hold({ sql }: Db, sessionId: Id<"session">): Promise<Held | undefined> {
  const find = () => sql<Held[]>`
    select session_id as "sessionId", organisation_id as "organisationId", mode, up_to as "upTo" from catalogues
    where session_id = ${sessionId} for update skip locked`;
  const [held] = await find();
  if (held) return held;
  const made = await sql`
    insert into catalogues (session_id, organisation_id, mode)
    select session_id, organisation_id, mode from session_counters where session_id = ${sessionId}
    on conflict do nothing`;
  return made.count === 0 ? undefined : (await find())[0];
}

/** Takes pending payments off the list once they are final; those that succeeded enter the minute they were made in. */
async function finishPending({ sql }: Db, { sessionId, organisationId, mode }: Held): Promise<void> {
  await sql`
    with final as (
      delete from catalogue_pending p using transactions t
      where p.session_id = ${sessionId} and t.session_id = p.session_id and t.number = p.number
        and t.status <> 'pending'
      returning t.status, t.paid_at, t.channel, t.terminal_id, t.amount
    )
    insert into catalogue_minutes as m (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
    select ${sessionId}, date_trunc('minute', paid_at), channel, coalesce(terminal_id, ''), ${organisationId}, ${mode},
      count(*), sum(amount)
    from final where status = 'successful' group by 2, 3, 4
    on conflict (session_id, minute, channel, terminal_id)
      do update set count = m.count + excluded.count, amount = m.amount + excluded.amount`;
}

/** Enters the transactions that follow. Numbers are gapless and become visible in their order, so none is passed over. */
async function enter(
  db: Db,
  { sessionId, organisationId, mode, upTo }: Held,
  limit: number,
): Promise<number> {
  const [entered] = await db.sql<{ count: number }[]>`
    with chunk as materialized (
      select t.number, t.status, date_trunc('minute', t.paid_at) as minute, t.channel,
        coalesce(t.terminal_id, '') as terminal_id, t.amount, ${searchText(db)} as text
      from transactions t
      where t.session_id = ${sessionId} and t.number > ${upTo} and t.number <= ${upTo + BigInt(limit)}
    ), entries as (
      insert into catalogue_entries (session_id, number, organisation_id, mode, text)
      select ${sessionId}, number, ${organisationId}, ${mode}, text from chunk
    ), minutes as (
      insert into catalogue_minutes as m (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
      select ${sessionId}, minute, channel, terminal_id, ${organisationId}, ${mode}, count(*), sum(amount)
      from chunk where status = 'successful' group by 2, 3, 4
      on conflict (session_id, minute, channel, terminal_id)
        do update set count = m.count + excluded.count, amount = m.amount + excluded.amount
    ), pending as (
      insert into catalogue_pending (session_id, number, organisation_id, mode)
      select ${sessionId}, number, ${organisationId}, ${mode} from chunk where status = 'pending'
    ), moved as (
      update catalogues set up_to = (select max(number) from chunk)
      where session_id = ${sessionId} and exists (select from chunk)
    )
    select count(*)::int as count from chunk`;
  return entered?.count ?? 0;
}
