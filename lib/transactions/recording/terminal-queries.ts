import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/lib/db/client";

/**
 * The parts of the recording statement that only POS payments need: the pairing of the device, the terminal's sequence
 * numbers and its operator. A batch without POS payments leaves them out, because PostgreSQL initialises every part of a
 * statement even if it is unused. These parts were a fifth of the cost of recording one transfer.
 */
export function terminalQueries(
  { sql }: Db,
  hasPosPayments: boolean,
  /**
   * Returns the condition that restricts a session column to the statement's only session; empty if the statement has
   * several.
   */
  onlyIn: (column: string) => PendingQuery<Row[]>,
) {
  if (!hasPosPayments) {
    return {
      pairedSession: sql`null`,
      pairedTerminal: sql`null::text as terminal_id, null::bigint as seen_assignments_version`,
      pairing: sql``,
      seenVersion: sql``,
      nthAtTerminal: sql`null::bigint`,
      updatedTerminal: sql``,
      sequenceAndOperator: sql`null::bigint, null::text`,
      joins: sql``,
    };
  }
  return {
    /** The session of the device's pairing. */
    pairedSession: sql`d.session_id`,
    /** The columns of the match. */
    pairedTerminal: sql`case when d.session_id = s.session_id then d.terminal_id end as terminal_id,
        c.assignments_version as seen_assignments_version`,
    /** Joins `d`: the pairing that is valid at the time of payment, of the first device that has one. */
    pairing: sql`left join lateral (
        select p.session_id, p.terminal_id
        from unnest(a.devices) with ordinality as device(name, rank)
        join device_pairings p on p.mode = a.mode and p.device = device.name
          and p.bank_connection_id in (a.bank_connection_id, a.account_connection_id)
          ${onlyIn("p.session_id")}
          and p.paired_from < a.time_end and (p.paired_to is null or p.paired_to > a.time)
        order by device.rank, p.paired_from desc limit 1
      ) d on a.channel = 'pos'`,
    /** Joins `c`: the assignments version of the statement's snapshot, to compare with the locked state row's. */
    seenVersion: sql`left join lateral (
        select assignments_version from session_states where session_id = s.session_id ${onlyIn("session_id")} limit 1
      ) c on true`,
    nthAtTerminal: sql`row_number() over (partition by a.matched_session_id, a.terminal_id order by a.position)`,
    /** The query `updated_terminal`: allocates the sequence numbers at each terminal. */
    updatedTerminal: sql`updated_terminal as (
      update terminals t set last_sequence = t.last_sequence + f.new_count
      from (select matched_session_id, terminal_id, count(*) as new_count from fresh where terminal_id is not null group by 1, 2) f
      where t.session_id = f.matched_session_id and t.terminal_id = f.terminal_id ${onlyIn("t.session_id")}
      returning t.session_id, t.terminal_id, t.last_sequence - f.new_count as base
    ),`,
    sequenceAndOperator: sql`t.base + f.terminal_nth, o.operator_id`,
    /** Joins `t` and `o`: the terminal's numbers, and the operator assigned to it at the time of payment. */
    joins: sql`left join updated_terminal t on t.session_id = f.matched_session_id and t.terminal_id = f.terminal_id
      left join lateral (
        select a.operator_id from operator_assignments a
        where a.session_id = f.matched_session_id ${onlyIn("a.session_id")} and a.terminal_id = f.terminal_id
          and a.assigned_from < f.time_end and (a.assigned_to is null or a.assigned_to > f.time)
        order by a.assigned_from desc limit 1
      ) o on true`,
  };
}
