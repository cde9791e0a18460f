import type { Id } from "@/lib/core/ids";
import { assignPayments } from "@/lib/operators";
import type { StoryNotification } from "./banks";
import type { StageContext, StagedEvent } from "./stage";

/** Assigns recorded, unassigned transfers to the operators that the story names. */
export async function assignManually(
  kit: StageContext,
  staged: StagedEvent,
  candidates: readonly StoryNotification[],
): Promise<void> {
  const open = candidates.filter(
    (one) => one.payment.operator !== "" && one.credit.paidAt <= new Date() && !one.assigned,
  );
  if (open.length === 0) return;
  const recorded = new Map<string, Id<"transaction">>();
  for (const transaction of await kit.service.listTransactions(staged.sessionId)) {
    recorded.set(transaction.bank_ref, transaction.id);
  }
  for (const [name, operatorId] of staged.operators) {
    const ones = open.filter(({ payment }) => payment.operator === name);
    const payments = ones.flatMap((one) => recorded.get(one.credit.bankRef) ?? []);
    if (payments.length > 0)
      await assignPayments(kit.scope, { sessionId: staged.sessionId, operatorId, payments });
    for (const one of ones) one.assigned = recorded.has(one.credit.bankRef);
  }
}
