import type postgres from "postgres";
import { inDatabase } from "../ledger-queries";

/** A stored notification, with the money it led to. */
export interface Stored {
  /** The SHA-256 of the body, in hexadecimal. */
  digest: string;
  provider: string;
  event: string;
  outcome: string;
  /** Kobo of the transaction under the payment's key; absent where there is none. */
  recorded: string | undefined;
  /** Kobo of each exception that refers to the notification or to its payment. */
  excepted: string[];
  /** Kobo of each settlement line and reversal that the notification brought. */
  listed: string[];
}

const PAGE = 10_000;

/** Reads every stored notification of the service under test. */
export async function readStored(onStored: (stored: Stored) => void): Promise<void> {
  await inDatabase(async (sql) => {
    const recorded = await recordedByPayment(sql);
    const excepted = groupOf(
      await sql<Amount[]>`
        select notice_id as of, amount::text as amount from exceptions
        union all select concat_ws(' ', mode, bank_connection_id, subject), amount::text from exceptions
        union all select concat_ws(' ', mode, bank_connection_id, regexp_replace(subject, ' line \\d+$', '')), amount::text
        from exceptions where reason = 'settlement_unreadable'`,
    );
    const listed = groupOf(
      await sql<Amount[]>`
        select notice_id as of, coalesce(gross, net)::text as amount from settlement_lines
        union all select notice_id, amount::text from reversals`,
    );
    for (let after = ""; ; ) {
      const rows = await sql<(Stored & { id: string; payment: string })[]>`
        select id, encode(digest, 'hex') as digest, provider, event, outcome,
          concat_ws(' ', mode, bank_connection_id, payment_key) as payment
        from notices where id > ${after} order by id limit ${PAGE}`;
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
    from payments p join transactions t on t.id = p.transaction_id`;
  return new Map(rows.map(({ of, amount }) => [of, amount]));
}

/**
 * The notifications of settlement lines that neither settled a payment, nor wait for one that is pending, nor are an
 * open exception.
 */
export function readLinesWithoutOutcome(): Promise<Pick<Stored, "provider" | "digest">[]> {
  return inDatabase(
    (sql) => sql`
      select n.provider, encode(n.digest, 'hex') as digest from settlement_lines l
      join notices n on n.id = l.notice_id
      left join payments p on (p.mode, p.bank_connection_id, p.payment_key) = (l.mode, l.bank_connection_id, l.payment_key)
      left join transactions t on t.id = p.transaction_id
      where not (l.state = 'applied' and t.settled_on is not null)
        and not (l.state = 'waiting' and t.status = 'pending')
        and (l.mode, l.bank_connection_id, l.payment_key) not in (
          select mode, bank_connection_id, subject from exceptions
          where reason in ('settlement_mismatch', 'settlement_unreported') and resolved_at is null)`,
  );
}
