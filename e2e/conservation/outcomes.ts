import { inDatabase } from "../books";

/** A stored notification, with the money it led to. */
export interface Stored {
  /** The SHA-256 of the body, in hexadecimal. */
  digest: string;
  provider: string;
  event: string;
  outcome: string;
  /** Kobo of the transaction under the payment's key; null where there is none. */
  recorded: string | null;
  /** Kobo of each exception that refers to the notification or to its payment. */
  excepted: string[];
  /** Kobo of each settlement line and reversal that the notification brought. */
  listed: string[];
}

const PAGE = 5_000;

/** Reads every stored notification of the service under test, in pages. */
export async function readStored(onStored: (stored: Stored) => void): Promise<void> {
  await inDatabase(async (sql) => {
    let after = "";
    for (;;) {
      const rows = await sql<(Stored & { id: string })[]>`
        with page as materialized (select * from notices where id > ${after} order by id limit ${PAGE}),
        listed as (
          select notice_id, array_agg(amount::text) as amounts from (
            select l.notice_id, coalesce(l.gross, l.net) as amount from settlement_lines l join page on page.id = notice_id
            union all select r.notice_id, r.amount from reversals r join page on page.id = notice_id) of_notice
          group by notice_id),
        excepted as (
          select notice_id, array_agg(e.amount::text) as amounts from exceptions e join page on page.id = e.notice_id
          group by notice_id)
        select n.id, encode(n.digest, 'hex') as digest, n.provider, n.event, n.outcome,
          (select t.amount::text from payments p join transactions t on t.id = p.transaction_id
            where p.mode = n.mode and p.bank_connection_id = n.bank_connection_id
              and p.payment_key = n.payment_key) as recorded,
          coalesce((select amounts from excepted where notice_id = n.id), '{}') || array(
            select e.amount::text from exceptions e
            where e.mode = n.mode and e.bank_connection_id = n.bank_connection_id and e.subject = n.payment_key) as excepted,
          coalesce((select amounts from listed where notice_id = n.id), '{}') as listed
        from page n
        order by n.id`;
      for (const row of rows) onStored(row);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  });
}

/** Settlement lines that neither settled a payment, nor wait for one that is pending, nor are an exception. */
export function linesWithoutOutcome(): Promise<number> {
  return inDatabase(async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from settlement_lines l
      left join payments p using (mode, bank_connection_id, payment_key)
      left join transactions t on t.id = p.transaction_id
      where not (l.state = 'applied' and t.settled_on is not null)
        and not (l.state = 'waiting' and t.status = 'pending')
        and not exists (
          select from exceptions e
          where e.mode = l.mode and e.bank_connection_id = l.bank_connection_id and e.subject = l.payment_key
            and e.reason in ('settlement_mismatch', 'settlement_unreported') and e.resolved_at is null)`;
    return row?.count ?? 0;
  });
}
