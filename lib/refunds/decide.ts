import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import { requireActor, type Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { refreshPayment } from "@/lib/reversals";
import { findObstacle, findRefundability, requirePayment } from "./refundability";
import { isRequester, type RefundRow, refundColumns } from "./row";
import { lockRules } from "./settings";

/**
 * Approves or declines a refund as a second person. Throws `Failure("not_found")`; `Failure("forbidden")` for the member who
 * requested it; `Failure("conflict")` if it does not wait for approval, or can no longer be made.
 */
export async function decideRefund(
  scope: Scope,
  { refundId, decision }: { refundId: Id<"refund">; decision: "approve" | "decline" },
): Promise<RefundRow> {
  const { organisationId, mode } = scope;
  const row = await asOrganisationTx(organisationId, async (db) => {
    const rules = await lockRules(db, organisationId);
    const [refund] = await db.sql<RefundRow[]>`
      select ${refundColumns(db)} from refunds f
      where f.id = ${refundId} and f.organisation_id = ${organisationId} and f.mode = ${mode} for update`;
    if (!refund) throw notFound("refund");
    if (refund.state !== "awaiting_approval")
      throw new Failure("conflict", { detail: "The refund does not wait for approval any more." });
    if (isRequester(scope, refund))
      throw new Failure("forbidden", {
        detail: "You requested this refund. Another person must decide on it.",
      });
    if (decision === "approve") {
      const payment = await requirePayment(db, scope, refund);
      const found = await findRefundability(scope, payment, rules);
      if (found.method !== "bank") throw new Failure("conflict", { detail: found.why });
      const obstacle = findObstacle(payment, refund.amount);
      if (obstacle) throw new Failure("conflict", { detail: `${obstacle} Decline the refund.` });
    }
    const { email } = requireActor(scope);
    const now = new Date();
    const state = decision === "approve" ? "approved" : "declined";
    const [decided] = await db.sql<RefundRow[]>`
      update refunds as f set state = ${state}, decided_by = ${email}, decided_at = ${now},
        due_at = ${decision === "approve" ? now : null}, finished_at = ${decision === "approve" ? null : now}
      where f.id = ${refundId} returning ${refundColumns(db)}`;
    await recordAudit(db, scope, {
      action: decision === "approve" ? "approved_refund" : "declined_refund",
      subject: refundId,
      sessionId: refund.sessionId,
      details: { payment: refund.transactionId, amount: formatKobo(refund.amount) },
      at: now,
    });
    return assertDefined(decided, "the updated refund is returned");
  });
  await refreshPayment(row.transactionId);
  return row;
}
