import { type Id, newId } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/** What a filled session holds. */
interface Filling {
  sessionId: Id<"session">;
  /** Transactions, numbered 1 to `count`. */
  count: number;
  /** Operators, one for each of the first terminals; terminals beyond have none. */
  operators?: number;
  /** Settlement days over which the older 70 % of the successful transactions are settled. */
  settledDays?: number;
}

export interface Filled {
  /** In the order of their positions. The first has a fifth of all transactions, the second more than a tenth. */
  terminalIds: string[];
  operatorIds: Id<"operator">[];
}

/**
 * Fills an empty session with transactions as if banks had told of them one by one: numbers, links to terminals and
 * operators, totals, settlements, payments, notices and, where it has a webhook, delivered events; `takings verify`
 * finds no difference. Half are transfers, half are taken at the session's terminals where it has any; one in 23
 * failed, one in 29 is pending. A million take about a minute: `patientTx` has the time.
 */
export async function fillSession(db: Db, filling: Filling): Promise<Filled> {
  const { sessionId, count, operators = 4, settledDays = 30 } = filling;
  const { sql } = db;
  await sql`select set_config('statement_timeout', '0', true)`;
  const [counter] = await sql<{ lastNumber: bigint }[]>`
    select last_number as "lastNumber" from session_counters where session_id = ${sessionId} for update`;
  if (counter?.lastNumber !== 0n) throw new Error(`${sessionId} is not a session without transactions`);
  const terminals = await sql<{ terminalId: string }[]>`
    select terminal_id as "terminalId" from terminals where session_id = ${sessionId} order by position`;
  const terminalIds = terminals.map(({ terminalId }) => terminalId);
  const operatorIds = await assignOperators(db, sessionId, terminalIds.slice(0, operators));
  await insertTransactions(db, { sessionId, count, settledDays, terminalIds });
  await insertWhatBroughtThem(db, sessionId);
  await countUp(db, sessionId);
  return { terminalIds, operatorIds };
}

/** Puts a new operator on each terminal, from long ago and until further notice. */
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

/** The times run from the session's opening to now, so that they agree with the numbers and with what comes next. */
function insertTransactions(
  { sql }: Db,
  { sessionId, count, settledDays, terminalIds }: Required<Omit<Filling, "operators">> & Partial<Filled>,
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
    insert into transactions (session_id, number, id, organisation_id, mode, provider, bank_connection_id, payment_key, amount, currency,
      channel, status, sender_name, sender_account, sender_bank, sender_bank_name, narration, bank_ref, paid_at,
      created_at, fee, stamp_duty, terminal_id, terminal_number, operator_id, settled_on, notice_id)
    select d.session_id, n, 'txn_' || id_body, d.organisation_id, d.mode, 'paystack', 'bnk_paystack', d.session_id || '-' || n,
      10000 + (n % 997) * 50, 'NGN', case when d.terminal_id is null then 'bank_transfer' else 'pos' end, status,
      'ADAEZE OKONKWO', lpad((n % 1000000)::text, 10, '0'), '058', 'Guaranty Trust Bank', 'TICKET ' || n,
      '000013' || lpad(n::text, 24, '0'), d.at, d.at, 1000, null, d.terminal_id,
      case when d.terminal_id is not null then row_number() over (partition by d.terminal_id order by n) end,
      a.operator_id,
      case when status = 'successful' and n <= 0.7 * ${count}::int
        then d.created_at::date + (n::int8 * ${settledDays}::int / ${count}::int)::int end,
      'ntc_' || id_body
    from drawn d left join operator_assignments a on a.session_id = d.session_id and a.terminal_id = d.terminal_id`;
}

async function insertWhatBroughtThem({ sql }: Db, sessionId: Id<"session">): Promise<void> {
  await sql`
    insert into payments (mode, bank_connection_id, payment_key, session_id, transaction_id)
    select mode, bank_connection_id, payment_key, session_id, id from transactions where session_id = ${sessionId}`;
  await sql`
    insert into settlement_lines (mode, bank_connection_id, payment_key, reference, id, settled_on, gross, state, notice_id,
      received_at)
    select mode, bank_connection_id, payment_key, 'settlement of ' || settled_on, 'sln_' || substr(id, 5), settled_on,
      amount, 'applied', notice_id, created_at
    from transactions where session_id = ${sessionId} and settled_on is not null`;
  await sql`
    insert into notices (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version,
      outcome, payment_key, body, digest, signature, received_at)
    select notice_id, organisation_id, session_id, mode, provider, bank_connection_id, 'charge.success', 1, 'recorded',
      payment_key, body, sha256(body), md5(payment_key), created_at
    from transactions, lateral (select convert_to(json_build_object('event', 'charge.success', 'data',
      json_build_object('reference', payment_key, 'amount', amount, 'paid_at', paid_at))::text, 'UTF8') as body) b
    where session_id = ${sessionId}`;
  await sql`
    insert into deliveries (session_id, id, organisation_id, mode, transaction_id, transaction_status, endpoint_id, body,
      state, attempt_count, due_at, created_at, delivered_at)
    select t.session_id, 'evt_' || substr(t.id, 5), t.organisation_id, t.mode, t.id, t.status, s.endpoint_id,
      '{}', 'delivered', 1, t.created_at, t.created_at, t.created_at
    from transactions t join sessions s using (session_id)
    where t.session_id = ${sessionId} and s.endpoint_id is not null`;
}

async function countUp({ sql }: Db, sessionId: Id<"session">): Promise<void> {
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
    update terminals t set last_number = taken.last_number
    from (select terminal_id, max(terminal_number) as last_number from transactions
      where session_id = ${sessionId} and terminal_id is not null group by 1) taken
    where t.session_id = ${sessionId} and t.terminal_id = taken.terminal_id`;
  await sql`
    update session_counters c set last_number = taken.last_number, last_created_at = taken.at, version = c.version + 1
    from (select max(number) as last_number, max(created_at) as at from transactions where session_id = ${sessionId}) taken
    where c.session_id = ${sessionId}`;
}
