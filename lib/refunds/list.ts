import type { z } from "zod";
import { isFailure } from "@/lib/core/errors/errors";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import type { PaymentRefunds, RefundQueue } from "./contract";
import { findRefundability, type PaymentRef, requirePayment, requireRefundable } from "./refundability";
import { type RefundRow, refundColumns, toRefundJson } from "./row";
import { readRules } from "./settings";

/** The longest queue that is shown; refunds beyond it follow when earlier ones are decided. */
const MAX_QUEUE = 200;

/** Lists the refunds of a payment, latest first, and how else it can be refunded. Throws `Failure("not_found")`. */
export function listPaymentRefunds(scope: Scope, ref: PaymentRef): Promise<z.output<typeof PaymentRefunds>> {
  return asOrganisation(scope.organisationId, async (db) => {
    const payment = await requirePayment(db, scope, ref);
    const rows = await db.sql<RefundRow[]>`
      select ${refundColumns(db)} from refunds f
      where f.transaction_id = ${ref.transactionId} and f.organisation_id = ${scope.organisationId}
      order by f.requested_at desc, f.id desc`;
    const found = await findRefundability(scope, payment, await readRules(db, scope.organisationId));
    const isUnfinished = rows.some(({ finishedAt }) => finishedAt === null);
    const why = isUnfinished
      ? "A refund of this payment is not finished."
      : reasonAgainst(() => requireRefundable(payment, 1n, found.method === "manual"));
    return {
      refunds: rows.map((row) => toRefundJson(scope, row)),
      refundable: payment.status === "successful" ? payment.returns.refundable : 0n,
      method: why === "" ? found.method : "none",
      why_not: why || ("why" in found ? found.why : ""),
    };
  });
}

/** Returns the detail of the refusal that a check throws; `""` if it throws none. */
function reasonAgainst(check: () => void): string {
  try {
    check();
    return "";
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    return thrown.detail ?? "";
  }
}

/** Lists the refunds of the caller's organisation and mode that wait for a second person, oldest first. */
export async function listRefundQueue(scope: Scope): Promise<z.output<typeof RefundQueue>> {
  const { organisationId, mode } = scope;
  const rows = await asOrganisation(
    organisationId,
    (db) => db.sql<(RefundRow & { event: string })[]>`
      select ${refundColumns(db)}, s.name as event from refunds f join sessions s using (session_id)
      where f.organisation_id = ${organisationId} and f.mode = ${mode} and f.state = 'awaiting_approval'
      order by f.requested_at, f.id limit ${MAX_QUEUE}`,
  );
  return { refunds: rows.map((row) => ({ ...toRefundJson(scope, row), event: row.event })) };
}
