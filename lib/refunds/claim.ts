import type { RefundRequest } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { RefundState } from "@/lib/core/transaction";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { refunds } from "@/lib/db/schema";
import { isSendingAllowed } from "@/lib/webhooks";

/** A refund whose bank must be called. */
export interface DueRefund extends Omit<RefundRequest, "reference" | "otherReferences"> {
  id: Id<"refund">;
  organisationId: Id<"organisation">;
  mode: Mode;
  sessionId: Id<"session">;
  transactionId: Id<"transaction">;
  bankConnectionId: Id<"bankConnection">;
  /** The state before this claim; an approved refund is `sending` after it. */
  previous: RefundState;
  requestedBy: string;
  attemptCount: number;
  /** When it was sent last, or claimed to be sent. */
  sentAt: Date;
}

/** Refunds of a connection that one run processes. */
const BATCH = 20;
/** Lease on a claimed refund: longer than the calls to the bank that one claim makes, which time out after 10 seconds each. */
const LEASE_SECONDS = 120;

/** Lists the bank connections that have a refund whose call is due. */
export async function listDueConnections(): Promise<{ id: Id<"bankConnection"> }[]> {
  const rows = await systemDb().sql<RowOf<typeof refunds, "bankConnectionId">[]>`
    select distinct bank_connection_id from refunds where due_at <= clock_timestamp()`;
  return rows.map(({ bankConnectionId: id }) => ({ id }));
}

/**
 * Claims refunds of a connection whose call is due, oldest first, so that no other process makes it. An approved refund
 * becomes `sending` in the same statement, which is committed before its bank is asked. Claims none while a restored copy
 * must not send.
 */
export function claimDueRefunds(connectionId: Id<"bankConnection">): Promise<DueRefund[]> {
  const { sql } = systemDb();
  return sql<DueRefund[]>`
    with due as (
      select id, state from refunds where due_at <= clock_timestamp() and bank_connection_id = ${connectionId}
        and ${isSendingAllowed(sql)}
      order by due_at for update skip locked limit ${BATCH})
    update refunds f set state = case f.state when 'approved' then 'sending' else f.state end,
      sent_at = case f.state when 'approved' then clock_timestamp() else f.sent_at end,
      attempt_count = f.attempt_count + 1, due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from due where f.id = due.id
    returning f.id, f.organisation_id, f.mode, f.session_id, f.transaction_id, f.bank_connection_id, f.payment_key,
      f.amount, f.reason, f.requested_at, f.sent_at, f.requested_by, f.attempt_count, due.state as previous`;
}

/** Marks a claimed refund as sent now, unless another process has claimed it since; false if one has. */
export async function markSent({ id, attemptCount }: DueRefund): Promise<boolean> {
  const { sql } = systemDb();
  const rows = await sql`
    update refunds set sent_at = clock_timestamp(), due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and state = 'sending' and attempt_count = ${attemptCount} returning id`;
  return rows.length > 0;
}

/** Reads the bank's ids of the other refunds of a refund's payment. */
export async function readOtherReferences({ id, sessionId, transactionId }: DueRefund): Promise<string[]> {
  const rows = await systemDb().sql<RowOf<typeof refunds, "bankReference">[]>`
    select bank_reference from refunds
    where session_id = ${sessionId} and transaction_id = ${transactionId} and id <> ${id} and bank_reference <> ''`;
  return rows.map(({ bankReference }) => bankReference);
}
