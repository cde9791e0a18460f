import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** What to fill a session with. */
interface FillOptions {
  sessionId: Id<"session">;
  /** Transactions, numbered 1 to `count`. */
  count: number;
  /** Operators, one for each of the first terminals; further terminals have none. */
  operators?: number;
  /** Settlement days over which the older 70 % of the successful transfers are settled. */
  settledDays?: number;
}

export interface Filled {
  /** In the order of their positions. The first has a fifth of all transactions, the second more than a tenth. */
  terminalIds: string[];
  operatorIds: Id<"operator">[];
}

/**
 * Fills an empty session as if banks had reported its transactions one by one: sequences, links to terminals and
 * operators, totals, settlements, payment identities, bank notifications and, if it has a webhook, delivered events;
 * `takings verify` finds no difference. Half are transfers reported by Monnify; half are payments at the session's
 * terminals, if it has any, reported by Paystack. One in 23 failed, one in 29 is pending. A million take about a
 * minute: use `longRunningTx`.
 */
export async function fillSession(db: Db, filling: FillOptions): Promise<Filled> {
  const { sessionId, count, operators = 4, settledDays = 30 } = filling;
  const { sql } = db;
  await sql`select set_config('statement_timeout', '0', true)`;
  const [counter] = await sql<{ lastNumber: bigint }[]>`
    select last_sequence as last_number from session_states where session_id = ${sessionId} for update`;
  if (counter?.lastNumber !== 0n) throw new Error(`${sessionId} is not a session without transactions`);
  const terminals = await sql<{ terminalId: string }[]>`
    select terminal_id from terminals where session_id = ${sessionId} order by position`;
  const terminalIds = terminals.map(({ terminalId }) => terminalId);
  const operatorIds = await assignOperators(db, sessionId, terminalIds.slice(0, operators));
  await insertTransactions(db, { sessionId, count, settledDays, terminalIds });
  await insertSourceRecords(db, sessionId);
  await updateTotals(db, sessionId);
  return { terminalIds, operatorIds };
}

/** Assigns a new operator to each terminal, from a past time without an end. */
async function assignOperators({ sql }: Db, sessionId: Id<"session">, terminalIds: string[]) {
  const operatorIds = terminalIds.map(() => newId("operator"));
  await sql`
    insert into operators (session_id, id, organisation_id, mode, name, role, created_at)
    select s.session_id, o.id, s.organisation_id, s.mode, 'Operator ' || o.position, 'cashier', s.created_at
    from sessions s cross join unnest(${operatorIds}::text[]) with ordinality as o(id, position)
    where s.session_id = ${sessionId}`;
  await sql`
    insert into operator_assignments (session_id, id, organisation_id, mode, terminal_id, operator_id, assigned_from)
    select s.session_id, a.id, s.organisation_id, s.mode, a.terminal_id, a.operator_id, timestamptz '2000-01-01Z'
    from sessions s cross join unnest(${operatorIds.map(() => newId("assignment"))}::text[], ${terminalIds}::text[],
      ${operatorIds}::text[]) as a(id, terminal_id, operator_id)
    where s.session_id = ${sessionId}`;
  return operatorIds;
}

/**
 * Distributes the times evenly from the session's creation to now, so that they agree with the sequences and with
 * later transactions.
 */
function insertTransactions(
  { sql }: Db,
  { sessionId, count, settledDays, terminalIds }: Required<Omit<FillOptions, "operators">> & Partial<Filled>,
) {
  return sql`
    with drawn as (
      select n, case when n % 23 = 0 then 'failed' when n % 29 = 0 then 'pending' else 'successful' end as status,
        case when n % 2 = 0 then (${terminalIds ?? []}::text[])[
          case when n % 20 < 8 then 1 when n % 20 < 12 then 2 else 1 + (n / 20) % greatest(${terminalIds?.length ?? 0}::int, 1) end
        ] end as terminal_id,
        s.created_at + (clock_now - s.created_at) * (n::float8 / ${count}::int) as at,
        lpad(to_hex(n), 10, '0') || substr(md5(s.session_id || n), 1, 16) as id_body, s.*
      from generate_series(1, ${count}::int) as n,
        (select session_id, organisation_id, mode, created_at, clock_timestamp() as clock_now from sessions
          where session_id = ${sessionId}) s
    )
    insert into transactions (session_id, sequence, id, organisation_id, mode, provider, bank_connection_id, payment_key, amount, currency,
      channel, status, sender_name, sender_account, sender_bank, sender_bank_name, narration, bank_ref, paid_at,
      created_at, fee, stamp_duty, terminal_id, terminal_sequence, operator_id, settled_on, notification_id)
    select d.session_id, n, 'txn_' || id_body, d.organisation_id, d.mode, p.provider, 'bnk_' || p.provider, d.session_id || '-' || n,
      10000 + (n % 997) * 50, 'NGN', case when d.terminal_id is null then 'bank_transfer' else 'pos' end, status,
      'ADAEZE OKONKWO', lpad((n % 1000000)::text, 10, '0'), '058', 'Guaranty Trust Bank', 'TICKET ' || n,
      case p.provider when 'monnify' then '000013' || lpad(n::text, 24, '0') else d.session_id || '-' || n end, d.at, d.at, 1000, null, d.terminal_id,
      case when d.terminal_id is not null then row_number() over (partition by d.terminal_id order by n) end,
      a.operator_id,
      case when status = 'successful' and d.terminal_id is null and n <= 0.7 * ${count}::int
        then d.created_at::date + (n::int8 * ${settledDays}::int / ${count}::int)::int end,
      'ntc_' || id_body
    from drawn d
    cross join lateral (select case when d.terminal_id is null then 'monnify' else 'paystack' end as provider) p
    left join operator_assignments a on a.session_id = d.session_id and a.terminal_id = d.terminal_id`;
}

async function insertSourceRecords({ sql }: Db, sessionId: Id<"session">): Promise<void> {
  await sql`
    insert into payment_identities (mode, bank_connection_id, payment_key, session_id, transaction_id)
    select mode, bank_connection_id, payment_key, session_id, id from transactions where session_id = ${sessionId}`;
  await insertNotifications(sql, sessionId);
  await insertSettlements(sql, sessionId);
  await insertEvents(sql, sessionId);
}

/** Formats of a time and an amount in the banks' JSON. */
const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const NAIRA = "'FM999999999999990.00'";

/** Inserts bodies that the adapters of Monnify and Paystack parse to the same values. */
function insertNotifications(sql: Db["sql"], sessionId: Id<"session">) {
  return sql`
    insert into bank_notifications (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version,
      outcome, correlation_key, body, digest, signature, received_at)
    select notification_id, organisation_id, session_id, mode, provider, bank_connection_id, event, 1, 'recorded',
      payment_key, body, sha256(body), md5(payment_key), created_at
    from (
      select t.*, case provider when 'monnify' then 'SUCCESSFUL_TRANSACTION' else 'charge.success' end as event,
        convert_to((case provider when 'monnify' then json_build_object('eventType', 'SUCCESSFUL_TRANSACTION', 'eventData',
          json_build_object('transactionReference', payment_key, 'paymentReference', payment_key, 'paymentMethod', 'ACCOUNT_TRANSFER',
            'paymentStatus', case status when 'successful' then 'PAID' else upper(status) end, 'currency', currency,
            'amountPaid', to_char(amount / 100.0, ${sql.unsafe(NAIRA)}),
            'settlementAmount', to_char((amount - fee) / 100.0, ${sql.unsafe(NAIRA)}),
            'paidOn', to_char(paid_at at time zone 'UTC', ${sql.unsafe(TIME)}), 'paymentDescription', narration,
            'destinationAccountInformation', json_build_object('accountNumber', s.account_number),
            'paymentSourceInformation', json_build_array(json_build_object('accountName', sender_name, 'accountNumber',
              sender_account, 'bankCode', sender_bank, 'bankName', sender_bank_name, 'sessionId', bank_ref))))
        else json_build_object('event', 'charge.success', 'data', json_build_object('reference', payment_key,
            'status', case status when 'successful' then 'success' else status end, 'amount', amount, 'fees', fee,
            'currency', currency, 'channel', 'pos', 'paid_at', to_char(paid_at at time zone 'UTC', ${sql.unsafe(TIME)}),
            'source', json_build_object('source', 'pos', 'identifier', terminal_id),
            'authorization', json_build_object('sender_name', sender_name, 'sender_bank', sender_bank_name,
              'sender_bank_account_number', sender_account, 'narration', narration))) end)::text, 'UTF8') as body
      from transactions t cross join lateral (select account_number from sessions where session_id = t.session_id) s
      where session_id = ${sessionId}
    ) t`;
}

/** Inserts one Monnify settlement for each day. */
async function insertSettlements(sql: Db["sql"], sessionId: Id<"session">): Promise<void> {
  await sql`
    insert into bank_notifications (id, mode, provider, bank_connection_id, event, adapter_version, outcome, correlation_key, body, digest,
      signature, received_at)
    select 'ntc_' || md5(reference), mode, provider, bank_connection_id, 'SETTLEMENT', 1, 'settlement', reference, body,
      sha256(body), md5(reference), received_at
    from (
      select mode, provider, bank_connection_id, session_id || ' settled on ' || settled_on as reference,
        max(created_at) as received_at,
        convert_to(json_build_object('eventType', 'SETTLEMENT', 'eventData', json_build_object(
          'settlementReference', session_id || ' settled on ' || settled_on, 'settlementTime', settled_on || 'T12:00:00',
          'transactions', json_agg(json_build_object('transactionReference', payment_key,
            'amountPaid', to_char(amount / 100.0, ${sql.unsafe(NAIRA)})) order by sequence)))::text, 'UTF8') as body
      from transactions where session_id = ${sessionId} and settled_on is not null
      group by session_id, mode, provider, bank_connection_id, settled_on
    ) s`;
  await sql`
    insert into settlement_lines (mode, bank_connection_id, payment_key, reference, id, settled_on, gross, state, notification_id,
      received_at)
    select t.mode, t.bank_connection_id, t.payment_key, n.correlation_key, 'sln_' || substr(t.id, 5), t.settled_on, t.amount,
      'applied', n.id, n.received_at
    from transactions t join bank_notifications n on n.id = 'ntc_' || md5(t.session_id || ' settled on ' || t.settled_on)
    where t.session_id = ${sessionId} and t.settled_on is not null`;
  await sql`
    insert into settlements (mode, bank_connection_id, reference, settled_on, source, destination_account, destination_bank, received_at)
    select distinct mode, bank_connection_id, reference, settled_on, 'notification', '', '', received_at
    from settlement_lines where reference like ${sessionId} || ' settled on %'`;
  await sql`
    update payment_identities p set needs_review = true from settlement_lines l
    where p.session_id = ${sessionId} and l.mode = p.mode and l.bank_connection_id = p.bank_connection_id
      and l.payment_key = p.payment_key`;
}

/** Inserts events with the body of `serializeEventBody`, each delivered at its first attempt. */
async function insertEvents(sql: Db["sql"], sessionId: Id<"session">): Promise<void> {
  await sql`
    insert into webhook_deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, webhook_endpoint_id, body,
      state, attempt_count, due_at, created_at, changed_at, delivered_at)
    select t.session_id, 'evt_' || substr(t.id, 5), t.organisation_id, t.mode, t.id, t.status, s.webhook_endpoint_id,
      concat('{"event":"transaction.received","session_id":"', t.session_id, '","data":{"id":"', t.id, '","amount":"',
        to_char(t.amount / 100.0, ${sql.unsafe(NAIRA)}), '","currency":"NGN","channel":"', t.channel, '","status":"', t.status,
        '","sender_name":"', t.sender_name, '","sender_account":"', t.sender_account, '","sender_bank":"', t.sender_bank,
        '","narration":"', t.narration, '","paid_at":"', to_char(t.paid_at at time zone 'UTC', ${sql.unsafe(TIME)}), '"}}'),
      'delivered', 1, t.created_at, t.created_at, t.created_at, t.created_at
    from transactions t join sessions s using (session_id)
    where t.session_id = ${sessionId} and s.webhook_endpoint_id is not null`;
  await sql`
    insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status)
    select session_id, id, 1, organisation_id, mode, created_at, 20, 200 from webhook_deliveries where session_id = ${sessionId}`;
}

async function updateTotals({ sql }: Db, sessionId: Id<"session">): Promise<void> {
  await sql`
    insert into session_totals (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
    select session_id, channel, coalesce(terminal_id, ''), coalesce(operator_id, ''), status, organisation_id, mode,
      count(*), sum(amount)
    from transactions where session_id = ${sessionId} group by 1, 2, 3, 4, 5, 6, 7`;
  await sql`
    insert into settlement_totals (session_id, settled_on, organisation_id, mode, count, amount)
    select session_id, settled_on, organisation_id, mode, count(*), sum(amount)
    from transactions where session_id = ${sessionId} and settled_on is not null group by 1, 2, 3, 4`;
  await sql`
    update terminals t set last_sequence = taken.last_sequence
    from (select terminal_id, max(terminal_sequence) as last_sequence from transactions
      where session_id = ${sessionId} and terminal_id is not null group by 1) taken
    where t.session_id = ${sessionId} and t.terminal_id = taken.terminal_id`;
  await sql`
    update session_states c set last_sequence = taken.last_sequence, last_created_at = taken.at, version = c.version + 1
    from (select max(sequence) as last_sequence, max(created_at) as at from transactions where session_id = ${sessionId}) taken
    where c.session_id = ${sessionId}`;
}
