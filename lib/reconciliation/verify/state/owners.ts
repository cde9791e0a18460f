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
];

/** A device proof has an organisation but no session; `deviceClaims` compares its owner. */
const isOfSession = ({ db: { sql } }: Run) => sql`(c.reason <> 'device_claim' or c.session_id is not null)`;

/** Compares the organisation and the mode of every row with those of its session. */
export async function owners(run: Run): Promise<void> {
  const { sql } = run.db;
  for (const table of OWNED) {
    await reportRows(
      run,
      sql`
        select c.session_id, ${`owner of rows in ${table}`} as what,
          concat(c.count, ' of ', coalesce(c.organisation_id, 'no organisation'), ' in ', c.mode) as kept,
          concat(coalesce(s.organisation_id, 'no organisation'), ' in ', s.mode) as derived
        from (select c.session_id, c.organisation_id, c.mode, count(*) from ${sql(table)} c
          where ${inScope(run)} and ${table === "exceptions" ? isOfSession(run) : sql`true`} group by 1, 2, 3) c
        left join sessions s using (session_id)
        where c.organisation_id is distinct from s.organisation_id or (c.session_id is not null and c.mode is distinct from s.mode)`,
    );
  }
}
