import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Day } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { applyLines } from "./mark-settled";

interface RefusedLine {
  lineId: Id<"settlementLine">;
  paymentKey: string;
  transactionId: Id<"transaction">;
  sessionId: Id<"session">;
  settledOn: Day;
}

/**
 * Settles a payment with the settlement line that an exception refused, after a member decided that the bank's line is
 * right. The recorded amount does not change. Throws `Failure("conflict")` if the exception has no refused line, or the
 * payment is not successful or is already settled.
 */
export async function acceptSettlementLine(db: Db, exceptionId: string): Promise<void> {
  const { sql } = db;
  const findLine = () => sql<RefusedLine[]>`
    select l.id as line_id, l.payment_key, p.transaction_id, p.session_id, l.settled_on::text as settled_on
    from exceptions e
    join settlement_lines l on l.mode = e.mode and l.bank_connection_id = e.bank_connection_id
      and l.payment_key = e.correlation_key and l.notification_id = e.notification_id and l.state = 'refused'
    join payment_identities p on p.mode = e.mode and p.bank_connection_id = e.bank_connection_id
      and p.payment_key = e.correlation_key and p.transaction_id = e.transaction_id
    where e.id = ${exceptionId} and e.reason = 'settlement_mismatch'`;
  // Lock order: the session's counter row is always locked first. What is refused is read again under the lock.
  const [refused] = await findLine();
  if (refused) await sql`select from session_states where session_id = ${refused.sessionId} for update`;
  const [line] = await findLine();
  const [payment] = await sql<RowOf<typeof transactions, "sequence">[]>`
    select sequence from transactions
    where id = ${line?.transactionId ?? null} and status = 'successful' and settled_on is null`;
  if (!line || !payment)
    throw new Failure("conflict", {
      detail: "There is no settlement line to accept: the payment is settled already, or is not successful.",
    });
  await applyLines(db, [{ ...line, ...payment }]);
}
