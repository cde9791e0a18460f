import { inScope, type Run, reportRows } from "../difference";

/** Every table with a session and an organisation column. */
const OWNED = [
  "transactions",
  "session_totals",
  "settlement_totals",
  "session_states",
  "terminals",
  "device_pairings",
  "operator_assignments",
  "search_index_progress",
  "minute_totals",
  "unindexed_pending",
  "transaction_search",
  "retired_payments",
  "payment_confirmations",
  "webhook_deliveries",
  "webhook_attempts",
  "bank_notifications",
  "exceptions",
  "reversals",
  "refunds",
  "expected_payments",
  "expected_payment_matches",
  "expected_payment_progress",
];

/** A device proof has an organisation but no session; `deviceClaims` compares its owner. */
const isOfSession = ({ db: { sql } }: Run) => sql`(c.reason <> 'device_claim' or c.session_id is not null)`;

/** A row without a session at an organisation's own connection belongs to the organisation; `ofConnections` compares it. */
const hasOwner = ({ db: { sql } }: Run) => sql`
  (c.session_id is not null or not exists (
    select from bank_connections b where b.id = c.bank_connection_id and b.organisation_id is not null))`;

/** Those that can have no session; at an organisation's own connection they belong to the organisation. */
const OF_CONNECTIONS = ["bank_notifications", "exceptions", "reversals"];

/** Tables with an organisation and a connection column. */
const AT_CONNECTIONS = [
  ...OF_CONNECTIONS,
  ...["transactions", "device_pairings", "devices", "device_claims"],
  ...["retired_payments", "payment_confirmations", "unrelated_payments"],
];

/**
 * Compares the organisation and the mode of every row with those of its session, or else of its connection, and the
 * organisation of every row at an organisation's own connection with that organisation.
 */
export async function owners(run: Run): Promise<void> {
  await ofSessions(run);
  if (!run.sessionId) await ofConnections(run);
}

async function ofConnections(run: Run): Promise<void> {
  const { sql } = run.db;
  const connected = AT_CONNECTIONS.map((table) => ({ table, column: "bank_connection_id" }));
  for (const { table, column } of [...connected, { table: "sessions", column: "account_connection_id" }]) {
    await reportRows(
      run,
      sql`
        select null as session_id, concat_ws(' ', 'owner of rows in', ${table}::text, 'at', b.id) as what,
          concat(count(*), ' of ', coalesce(c.organisation_id, 'no organisation')) as kept,
          b.organisation_id as derived
        from ${sql(table)} c join bank_connections b on b.id = c.${sql(column)}
        where b.organisation_id is distinct from c.organisation_id and b.organisation_id is not null
        group by b.id, b.organisation_id, c.organisation_id`,
    );
  }
}

async function ofSessions(run: Run): Promise<void> {
  const { sql } = run.db;
  for (const table of OWNED) {
    await reportRows(
      run,
      sql`
        select c.session_id, ${`owner of rows in ${table}`} as what,
          concat(c.count, ' of ', coalesce(c.organisation_id, 'no organisation'), ' in ', c.mode) as kept,
          concat(coalesce(s.organisation_id, 'no organisation'), ' in ', s.mode) as derived
        from (select c.session_id, c.organisation_id, c.mode, count(*) from ${sql(table)} c
          where ${inScope(run)} and ${table === "exceptions" ? isOfSession(run) : sql`true`}
            and ${OF_CONNECTIONS.includes(table) ? hasOwner(run) : sql`true`} group by 1, 2, 3) c
        left join sessions s using (session_id)
        where c.organisation_id is distinct from s.organisation_id or (c.session_id is not null and c.mode is distinct from s.mode)`,
    );
  }
}
