import { searchText } from "@/lib/payment-search";
import { inScope, type Run, reportRows } from "./difference";

/**
 * Compares what searches and charts read with the transactions: every catalogued transaction has its entry, with its
 * number, and counts in its minute or waits there to become final.
 */
export async function catalogue(run: Run): Promise<void> {
  await progress(run);
  await entries(run);
  await pending(run);
  await minutes(run);
}

function progress(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", 'catalogued transactions' as what, c.up_to::text as kept,
        concat('at most ', coalesce(k.last_number, 0)) as derived
      from catalogues c left join session_counters k using (session_id)
      where ${inScope(run)} and (c.up_to < 0 or c.up_to > coalesce(k.last_number, 0))`,
  );
}

/** The text names the transaction's id, so that two transactions that swap their numbers differ from their entries. */
function entries(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      with derived as (
        select t.session_id, t.number, ${searchText(run.db)} as text
        from catalogues c join transactions t on t.session_id = c.session_id and t.number <= c.up_to where ${inScope(run)}
      ), kept as (select session_id, number, text from catalogue_entries c where ${inScope(run)})
      select session_id as "sessionId", 'search entry of number ' || number as what,
        case when k.text is null then 'none' else char_length(k.text) || ' characters' end as kept,
        case when d.text is null then 'none' else char_length(d.text) || ' characters' end as derived
      from derived d full join kept k using (session_id, number) where d.text is distinct from k.text`,
  );
}

function pending(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select session_id as "sessionId", 'pending number ' || number as what,
        case when k.number is null then 'not listed' else 'listed' end as kept,
        coalesce(d.status, 'not catalogued') as derived
      from (select t.session_id, t.number, t.status from catalogues c
          join transactions t on t.session_id = c.session_id and t.number <= c.up_to where ${inScope(run)}) d
      full join (select * from catalogue_pending c where ${inScope(run)}) k using (session_id, number)
      where d.number is null or (k.number is null and d.status = 'pending')`,
  );
}

function minutes(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      with derived as (
        select c.session_id, date_trunc('minute', c.paid_at) as minute, c.channel, coalesce(c.terminal_id, '') as terminal_id,
          count(*) as count, sum(c.amount) as amount
        from transactions c join catalogues k on k.session_id = c.session_id and k.up_to >= c.number
        left join catalogue_pending p on p.session_id = c.session_id and p.number = c.number
        where ${inScope(run)} and c.status = 'successful' and p.number is null group by 1, 2, 3, 4
      ), kept as (select * from catalogue_minutes c where ${inScope(run)})
      select session_id as "sessionId", concat_ws(' ', 'minute', minute, channel, nullif(terminal_id, '')) as what,
        concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
        concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
      from derived d full join kept k using (session_id, minute, channel, terminal_id)
      where (k.count, k.amount) is distinct from (d.count, d.amount)`,
  );
}
