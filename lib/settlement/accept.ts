import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Day } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import { applyLines } from "./mark-settled";

interface RefusedLine {
  lineId: Id<"settlementLine">;
  paymentKey: string;
  transactionId: Id<"transaction">;
  sessionId: Id<"session">;
  sequence: bigint;
  settledOn: Day;
}

/**
 * Settles a payment with the settlement line that an exception refused, after a member decided that the bank's line is
 * right. The recorded amount does not change. Throws `Failure("conflict")` if the exception has no refused line, or the
 * payment is not successful or is already settled.
 */
export async function acceptSettlementLine(db: Db, exceptionId: string): Promise<void> {
  const { sql } = db;
  // Lock order: the session's counter row is always locked first.
  await sql`
    select from session_states where session_id = (
      select t.session_id from exceptions e join transactions t on t.id = e.transaction_id where e.id = ${exceptionId})
    for update`;
  const [line] = await sql<RefusedLine[]>`
    select l.id as line_id, l.payment_key, t.id as transaction_id, t.session_id,
      t.sequence as sequence, l.settled_on::text as settled_on
    from exceptions e
    join settlement_lines l on l.mode = e.mode and l.bank_connection_id = e.bank_connection_id
      and l.payment_key = e.correlation_key and l.notification_id = e.notification_id and l.state = 'refused'
    join lateral (select * from transactions where id = e.transaction_id limit 1) t on true
    where e.id = ${exceptionId} and e.reason = 'settlement_mismatch' and t.status = 'successful' and t.settled_on is null`;
  if (!line)
    throw new Failure("conflict", {
      detail: "There is no settlement line to accept: the payment is settled already, or is not successful.",
    });
  await applyLines(db, [line]);
}
