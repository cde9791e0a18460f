import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** A payer, by the number of the account that paid, or by the name exactly as banks or platforms state it. */
export type Payer = { account: string; name?: undefined } | { name: string; account?: undefined };

/** The records of one organisation that name a payer. */
export interface PayerRecords {
  transactions: Id<"transaction">[];
  exceptions: Id<"exception">[];
  expected: Id<"expectedPayment">[];
  /** The bank notifications of those payments, also their status updates and reversals, and of unrelated payments. */
  notifications: Id<"notification">[];
  /** The bank notifications of their settlements, which name other payers too. */
  settlements: Id<"notification">[];
}

/** Finds the records of an organisation that name a payer. Reads all payments of the organisation. */
export async function findPayerRecords(
  { sql }: Db,
  organisationId: Id<"organisation">,
  { account, name }: Payer,
): Promise<PayerRecords> {
  const [column, member, value] =
    account === undefined
      ? [sql`sender_name`, "senderName", name]
      : [sql`sender_account`, "senderAccount", account];
  const [found] = await sql<PayerRecords[]>`
    with paid as materialized (
      select id, mode, bank_connection_id, payment_key, notification_id from transactions
      where organisation_id = ${organisationId} and ${column} = ${value}
    ), in_exception as materialized (
      select id, mode, bank_connection_id, correlation_key as payment_key, notification_id from exceptions
      where organisation_id = ${organisationId} and credit ->> ${member} = ${value}
    ), reported as (
      select notification_id as id from paid union select notification_id from in_exception
      union
      select n.id from (select mode, bank_connection_id, payment_key from paid
        union select mode, bank_connection_id, payment_key from in_exception) p
      join bank_notifications n on n.mode = p.mode and n.bank_connection_id = p.bank_connection_id
        and n.correlation_key = p.payment_key
      union
      select id from bank_notifications where organisation_id = ${organisationId} and outcome = 'unrelated'
        and position(convert_to(to_json(${value}::text)::text, 'UTF8') in body) > 0
    ), settled as (
      select n.id from paid p
      join settlement_lines l on l.mode = p.mode and l.bank_connection_id = p.bank_connection_id
        and l.payment_key = p.payment_key
      join bank_notifications n on n.mode = l.mode and n.bank_connection_id = l.bank_connection_id
        and n.correlation_key = l.reference and n.outcome = 'settlement'
    )
    select array(select id from paid order by id) as transactions,
      array(select id from in_exception order by id) as exceptions,
      array(select id from expected_payments where organisation_id = ${organisationId} and payer = ${name ?? null} order by id)
        as expected,
      array(select id from reported order by id) as notifications,
      array(select distinct id from settled order by id) as settlements`;
  return found ?? { transactions: [], exceptions: [], expected: [], notifications: [], settlements: [] };
}
