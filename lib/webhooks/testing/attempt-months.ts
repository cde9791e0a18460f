import type { Id } from "@/lib/core/ids";
import { longRunningTx, systemDb } from "@/lib/db/client";
import { connectAsOwner } from "@/lib/testing/database";

/** Lists the partitions of the attempts, `other` last. */
export const listPartitions = (ownerUrl: string): Promise<string[]> =>
  connectAsOwner(ownerUrl, async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'webhook_attempts'::regclass order by 1`;
    return rows.map(({ name }) => name);
  });

/** The name of the partition of a month, so many months ago (UTC). */
export function monthName(ago: number): string {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
  return `month_${month.toISOString().slice(0, 7).replace("-", "")}`;
}

/** Deletes all attempts, and replaces all partitions but that of other months with those of the months before this one. */
export async function createPastMonths(ownerUrl: string, count: number): Promise<void> {
  const existing = await listPartitions(ownerUrl);
  await systemDb().sql`delete from webhook_attempts`;
  await systemDb().sql`delete from service_state where name = 'webhook_attempts_dropped'`;
  await connectAsOwner(ownerUrl, async (sql) => {
    for (const name of existing)
      if (name !== "other") await sql.unsafe(`drop table webhook_attempt_months.${name}`);
    for (let ago = count; ago > 0; ago--) {
      const [bounds] = await sql<{ first: string; next: string }[]>`
        select first_id_at('evt', m at time zone 'UTC') as first,
          first_id_at('evt', (m + interval '1 month') at time zone 'UTC') as next
        from (select date_trunc('month', now() at time zone 'UTC') - ${ago} * interval '1 month' as m) month`;
      await sql.unsafe(
        `create table webhook_attempt_months.${monthName(ago)} partition of webhook_attempts
          for values from ('${bounds?.first}') to ('${bounds?.next}')`,
      );
    }
  });
}

/** Gives the filled events of a session ids of the last months, an equal part each, and their attempts those ids and an answer. */
export async function spreadOverMonths(
  sessionId: Id<"session">,
  { months, answer }: { months: number; answer: string },
): Promise<void> {
  await longRunningTx(async ({ sql }) => {
    const moved = (column: string) => sql`
      first_id_at('evt', now() - ('x' || substr(${sql(column)}, 5, 10))::bit(40)::bigint % ${months}::integer * interval '1 month')
        || substr(${sql(column)}, 15)`;
    await sql`
      update webhook_attempts set delivery_id = ${moved("delivery_id")},
        excerpt = convert_to(${answer}::text || ' of ' || left(${moved("delivery_id")}, 14), 'UTF8')
      where session_id = ${sessionId}`;
    await sql`update webhook_deliveries set id = ${moved("id")} where session_id = ${sessionId}`;
  });
}
