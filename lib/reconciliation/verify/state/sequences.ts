import { endOfMoment } from "@/lib/db/payment-time";
import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares the sequences of sessions and terminals with each other and with the order of recording, and each operator
 * with the terminal's assignments. Payments of one recording statement share `created_at`; their order is compared with
 * their search rows (`searchIndex`).
 */
export async function sequences(run: Run): Promise<void> {
  await numbers(run);
  await terminalNumbers(run);
  await order(run);
  await terminalOrder(run);
  await lastRecorded(run);
  await operatorLinks(run);
  await afterClose(run);
}

function numbers(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'last number' as what, c.last_sequence::text as kept,
        concat(coalesce(t.count, 0), ' transactions, numbers ', t.first, ' to ', t.last) as derived
      from session_states c left join (
        select c.session_id, count(*), min(sequence) as first, max(sequence) as last from transactions c
        where ${inScope(run)} group by 1) t using (session_id)
      where ${inScope(run)} and (c.last_sequence <> coalesce(t.count, 0) or c.last_sequence <> coalesce(t.last, 0) or t.first <> 1)`,
  );
}

function terminalNumbers(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'last number of ' || c.terminal_id as what, c.last_sequence::text as kept,
        concat(coalesce(t.count, 0), ' transactions, the last is ', coalesce(t.last, 0)) as derived
      from terminals c left join (
        select c.session_id, c.terminal_id, count(*), max(terminal_sequence) as last from transactions c
        where ${inScope(run)} and c.terminal_id is not null group by 1, 2) t using (session_id, terminal_id)
      where ${inScope(run)} and (c.last_sequence <> coalesce(t.count, 0) or c.last_sequence <> coalesce(t.last, 0))`,
  );
}

function order(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select session_id, concat('order of ', id, ', number ', sequence) as what, created_at::text as kept,
        'not before ' || before as derived
      from (select c.session_id, c.id, c.sequence, c.created_at,
          lag(c.created_at) over (partition by c.session_id order by c.sequence) as before
        from transactions c where ${inScope(run)}) t
      where created_at < before`,
  );
}

function terminalOrder(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select session_id, concat('terminal number of ', id) as what, concat(terminal_sequence, ' of ', terminal_id) as kept,
        concat(nth, ' of ', terminal_id) as derived
      from (select c.session_id, c.id, c.terminal_id, c.terminal_sequence,
          case when c.terminal_id is not null then row_number() over (partition by c.session_id, c.terminal_id order by c.sequence) end as nth
        from transactions c where ${inScope(run)} and (c.terminal_id is not null or c.terminal_sequence is not null)) t
      where terminal_sequence is distinct from nth`,
  );
}

function lastRecorded(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'time of the last transaction' as what, c.last_created_at::text as kept,
        last.created_at::text as derived
      from session_states c cross join lateral (
        select created_at from transactions t where t.session_id = c.session_id order by sequence desc limit 1) last
      where ${inScope(run)} and c.last_created_at <> last.created_at
      union all
      select c.session_id, 'version', c.version::text, 'at least ' || max(t.updated_in_version)
      from session_states c join transactions t using (session_id)
      where ${inScope(run)} and t.updated_in_version is not null
      group by c.session_id, c.version having c.version < max(t.updated_in_version)`,
  );
}

/** The operator of a manually assigned payment belongs to the session; the totals are compared by operator. */
function operatorLinks(run: Run) {
  const { db } = run;
  return reportRows(
    run,
    db.sql`
      select c.session_id, 'operator of ' || c.id as what, coalesce(c.operator_id, 'unassigned') as kept,
        coalesce(a.operator_id, 'unassigned') as derived
      from transactions c left join lateral (
        select operator_id from operator_assignments a
        where a.session_id = c.session_id and a.terminal_id = c.terminal_id
          and a.assigned_from < ${endOfMoment(db, db.sql`c.paid_at`)} and coalesce(a.assigned_to, 'infinity') > c.paid_at
        order by a.assigned_from desc limit 1) a on true
      where ${inScope(run)} and c.operator_id is distinct from a.operator_id and (c.updated_in_version is null
        or not exists (select from operators o where o.session_id = c.session_id and o.id = c.operator_id))
        and (c.updated_in_version is null or c.operator_id is not null)`,
  );
}

function afterClose(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'transactions after the close' as what, '0' as kept, count(*)::text as derived
      from session_states c join transactions t using (session_id)
      where ${inScope(run)} and t.created_at > c.closed_at group by c.session_id`,
  );
}
