import type postgres from "postgres";
import { withDatabase } from "../ledger-queries";

/** A stored notification and the amounts that it led to. */
export interface StoredNotification {
  /** The SHA-256 of the body, in hexadecimal. */
  digest: string;
  provider: string;
  event: string;
  outcome: string;
  /** Kobo of the transaction under the payment's key; absent if there is none. */
  recorded: string | undefined;
  /** Kobo of each exception that refers to the notification or to its payment. */
  excepted: string[];
  /** Kobo of each settlement line and reversal from the notification. */
  listed: string[];
}

const PAGE = 10_000;

/** Reads every stored notification of the service under test. */
export async function readStored(onStored: (stored: StoredNotification) => void): Promise<void> {
  await withDatabase(async (sql) => {
    const recorded = await recordedByPayment(sql);
    const excepted = groupOf(
      await sql<Amount[]>`
        select notification_id as of, amount::text as amount from exceptions
        union all select concat_ws(' ', mode, bank_connection_id, correlation_key), amount::text from exceptions
        union all select concat_ws(' ', mode, bank_connection_id, regexp_replace(correlation_key, ' line \\d+$', '')), amount::text
        from exceptions where reason = 'settlement_unreadable'`,
    );
    const listed = groupOf(
      await sql<Amount[]>`
        select notification_id as of, coalesce(gross, net)::text as amount from settlement_lines
        union all select notification_id, amount::text from reversals`,
    );
    for (let after = ""; ; ) {
      const rows = await sql<(StoredNotification & { id: string; payment: string })[]>`
        select id, encode(digest, 'hex') as digest, provider, event, outcome,
          concat_ws(' ', mode, bank_connection_id, correlation_key) as payment
        from bank_notifications where id > ${after} order by id limit ${PAGE}`;
      for (const { id, payment, ...row } of rows) {
        onStored({
          ...row,
          recorded: recorded.get(payment),
          excepted: [...(excepted.get(id) ?? []), ...(excepted.get(payment) ?? [])],
          listed: listed.get(id) ?? [],
        });
        after = id;
      }
      if (rows.length === 0) return;
    }
  });
}

interface Amount {
  of: string;
  amount: string;
}

function groupOf(rows: readonly Amount[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { of, amount } of rows) groups.set(of, [...(groups.get(of) ?? []), amount]);
  return groups;
}

async function recordedByPayment(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<Amount[]>`
    select concat_ws(' ', p.mode, p.bank_connection_id, p.payment_key) as of, t.amount::text as amount
    from payment_identities p join transactions t on t.id = p.transaction_id`;
  return new Map(rows.map(({ of, amount }) => [of, amount]));
}

/**
 * Returns the notifications with a settlement line that did not settle a payment, does not wait for a pending one,
 * and has no open exception.
 */
export function readLinesWithoutOutcome(): Promise<Pick<StoredNotification, "provider" | "digest">[]> {
  return withDatabase(
    (sql) => sql`
      select n.provider, encode(n.digest, 'hex') as digest from settlement_lines l
      join bank_notifications n on n.id = l.notification_id
      left join payment_identities p on (p.mode, p.bank_connection_id, p.payment_key) = (l.mode, l.bank_connection_id, l.payment_key)
      left join transactions t on t.id = p.transaction_id
      where not (l.state = 'applied' and t.settled_on is not null)
        and not (l.state = 'waiting' and t.status = 'pending')
        and (l.mode, l.bank_connection_id, l.payment_key) not in (
          select mode, bank_connection_id, correlation_key from exceptions
          where reason in ('settlement_mismatch', 'settlement_unreported') and resolved_at is null)`,
  );
}
