import { searchText } from "@/lib/payment-search";
import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares the search index and the minute totals with the transactions: every indexed transaction has its search row,
 * and counts in its minute or is listed as pending.
 */
export async function searchIndex(run: Run): Promise<void> {
  await progress(run);
  await entries(run);
  await pending(run);
  await minutes(run);
}

function progress(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'catalogued transactions' as what, c.indexed_through::text as kept,
        concat('at most ', coalesce(k.last_sequence, 0)) as derived
      from search_index_progress c left join session_states k using (session_id)
      where ${inScope(run)} and (c.indexed_through < 0 or c.indexed_through > coalesce(k.last_sequence, 0))`,
  );
}

/** The text contains the transaction's id, so two transactions with swapped sequences differ from their search rows. */
function entries(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      with derived as (
        select t.session_id, t.sequence, ${searchText(run.db)} as text
        from search_index_progress c join transactions t on t.session_id = c.session_id and t.sequence <= c.indexed_through where ${inScope(run)}
      ), kept as (select session_id, sequence, text from transaction_search c where ${inScope(run)})
      select session_id, 'search entry of number ' || sequence as what,
        case when k.text is null then 'none' else char_length(k.text) || ' characters' end as kept,
        case when d.text is null then 'none' else char_length(d.text) || ' characters' end as derived
      from derived d full join kept k using (session_id, sequence) where d.text is distinct from k.text`,
  );
}

function pending(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select session_id, 'pending number ' || sequence as what,
        case when k.sequence is null then 'not listed' else 'listed' end as kept,
        coalesce(d.status, 'not catalogued') as derived
      from (select t.session_id, t.sequence, t.status from search_index_progress c
          join transactions t on t.session_id = c.session_id and t.sequence <= c.indexed_through where ${inScope(run)}) d
      full join (select * from unindexed_pending c where ${inScope(run)}) k using (session_id, sequence)
      where d.sequence is null or (k.sequence is null and d.status = 'pending')`,
  );
}

function minutes(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      with derived as (
        select c.session_id, date_trunc('minute', c.paid_at) as minute, c.channel, coalesce(c.terminal_id, '') as terminal_id,
          count(*) as count, sum(c.amount) as amount
        from transactions c join search_index_progress k on k.session_id = c.session_id and k.indexed_through >= c.sequence
        left join unindexed_pending p on p.session_id = c.session_id and p.sequence = c.sequence
        where ${inScope(run)} and c.status = 'successful' and p.sequence is null group by 1, 2, 3, 4
      ), kept as (select * from minute_totals c where ${inScope(run)})
      select session_id, concat_ws(' ', 'minute', minute, channel, nullif(terminal_id, '')) as what,
        concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
        concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
      from derived d full join kept k using (session_id, minute, channel, terminal_id)
      where (k.count, k.amount) is distinct from (d.count, d.amount)`,
  );
}
