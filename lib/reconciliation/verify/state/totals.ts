import { inScope, type Run, reportRows } from "../difference";

/** Recomputes the totals and the settlement totals from the transactions. */
export async function totals(run: Run): Promise<void> {
  await sessionTotals(run);
  await settlementTotals(run);
}

function sessionTotals(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      with derived as (
        select c.session_id, channel, coalesce(terminal_id, '') as terminal_id, coalesce(operator_id, '') as operator_id, status,
          count(*) as count, sum(amount) as amount
        from transactions c where ${inScope(run)} group by 1, 2, 3, 4, 5
      ), kept as (
        select * from session_totals c where ${inScope(run)} and (count <> 0 or amount <> 0)
      )
      select session_id, concat_ws(' ', 'total', channel, status, nullif(terminal_id, ''), nullif(operator_id, '')) as what,
        concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
        concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
      from derived d full join kept k using (session_id, channel, terminal_id, operator_id, status)
      where (k.count, k.amount) is distinct from (d.count, d.amount)`,
  );
}

function settlementTotals(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      with derived as (
        select c.session_id, settled_on, count(*) as count, sum(amount) as amount
        from transactions c where ${inScope(run)} and settled_on is not null and status = 'successful' group by 1, 2
      ), kept as (select * from settlement_totals c where ${inScope(run)})
      select session_id, 'settled on ' || settled_on as what,
        concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
        concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
      from derived d full join kept k using (session_id, settled_on)
      where (k.count, k.amount) is distinct from (d.count, d.amount)`,
  );
}
