import type { z } from "zod";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { refunds } from "@/lib/db/schema";
import type { RefundJson } from "./contract";

/** A refund as the dashboard needs it. */
export type RefundRow = RowOf<
  typeof refunds,
  | "id"
  | "sessionId"
  | "transactionId"
  | "method"
  | "amount"
  | "reason"
  | "state"
  | "requestedBy"
  | "requestedMemberId"
  | "requestedAt"
  | "decidedBy"
  | "bankReference"
  | "detail"
  | "finishedAt"
>;

/** The columns of a `RefundRow`, of `refunds f`. */
export const refundColumns = ({ sql }: Pick<Db, "sql">) => sql`
  f.id, f.session_id, f.transaction_id, f.method, f.amount, f.reason, f.state, f.requested_by, f.requested_member_id,
  f.requested_at, f.decided_by, f.bank_reference, f.detail, f.finished_at`;

/** Whether the caller requested the refund. A person who left and joined again has another membership, with the same address. */
export const isRequester = (
  { actor }: Pick<Scope, "actor">,
  { requestedMemberId, requestedBy }: Pick<RefundRow, "requestedMemberId" | "requestedBy">,
): boolean =>
  actor !== undefined &&
  (actor.memberId === requestedMemberId || actor.email.toLowerCase() === requestedBy.toLowerCase());

/** Serialises a refund. */
export function toRefundJson(scope: Pick<Scope, "actor">, row: RefundRow): z.output<typeof RefundJson> {
  return {
    id: row.id,
    session_id: row.sessionId,
    transaction_id: row.transactionId,
    method: row.method,
    amount: row.amount,
    reason: row.reason,
    state: row.state,
    requested_by: row.requestedBy,
    requested_at: row.requestedAt,
    decided_by: row.decidedBy,
    bank_reference: row.bankReference,
    detail: row.detail,
    finished_at: row.finishedAt,
    is_own: isRequester(scope, row),
  };
}
