import type { z } from "zod";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { CHANNELS } from "@/lib/core/transaction";
import { sumTotals } from "@/lib/db/totals";
import { inactiveFrom, type PaymentCadence } from "@/lib/terminals";
import { toFiguresJson } from "@/lib/webhooks";
import type { BankHealth, LiveFigures } from "./contract";
import type { Changes, TotalsRow } from "./feed/read-changes";
import type { RecentActivity } from "./feed/recent-activity";
import type { SessionContext } from "./feed/session-context";

/** A bank whose median notification delay exceeds this counts as slow. */
const MAX_HEALTHY_DELAY_MS = 60_000;
/** A last notification older than this says nothing about the bank's current health. */
const MAX_NOTIFICATION_AGE_MS = 15 * 60_000;

/** Computes a session's figures. All of them are of one version, except those from the context. */
export function computeFigures(
  sessionId: Id<"session">,
  snapshot: Changes,
  context: SessionContext,
  activity: RecentActivity,
): z.output<typeof LiveFigures> {
  const { totals, at, status } = snapshot;
  const linesOf = (wanted: TotalsRow["status"]) => totals.filter((line) => line.status === wanted);
  const successful = linesOf("successful");
  const taken = sumTotals(successful);
  const pending = sumTotals(linesOf("pending"));
  const failed = sumTotals(linesOf("failed"));
  const lastPaidAt = activity.lastPaidAtMs === null ? null : new Date(activity.lastPaidAtMs);
  return {
    session_id: sessionId,
    version: Number(snapshot.version),
    as_of: at,
    status,
    closed_at: snapshot.closedAt,
    details_version: snapshot.detailsVersion,
    total_inflow: taken.amount,
    transaction_count: Number(snapshot.lastNumber),
    successful_count: taken.count,
    pending_count: pending.count,
    failed_count: failed.count,
    pending_amount: pending.amount,
    failed_amount: failed.amount,
    by_channel: CHANNELS.map((channel) => ({
      channel,
      ...sumTotals(successful.filter((line) => line.channel === channel)),
    })),
    terminals: terminalsOf(snapshot, successful, context, activity),
    operators: operatorsOf(successful),
    last_payment_at: lastPaidAt,
    last_five_minutes: activity.sumRecentAmount(at),
    bank: bankOf(context, activity, at),
    deliveries: { state: context.endpoint ?? "none", ...toFiguresJson(context.deliveries) },
  };
}

function terminalsOf(
  snapshot: Changes,
  successful: TotalsRow[],
  context: SessionContext,
  activity: RecentActivity,
) {
  const cadences = new Map(context.cadences.map((cadence) => [cadence.terminalId, cadence]));
  return context.terminals.map(({ terminalId, position, location, operatorName }) => {
    const lastPaymentAt = lastOf(cadences.get(terminalId), activity.terminalPaidAtMs.get(terminalId));
    const usualGapMs = cadences.get(terminalId)?.usualGapMs ?? null;
    return {
      terminal_id: terminalId,
      label: terminalLabel(position),
      location,
      ...sumTotals(successful.filter((line) => line.terminalId === terminalId)),
      last_payment_at: lastPaymentAt,
      inactive_at: (snapshot.status === "active" && inactiveFrom({ lastPaymentAt, usualGapMs })) || null,
      operator_name: operatorName,
    };
  });
}

function lastOf(cadence: PaymentCadence | undefined, reportedMs = 0): Date | null {
  const lastMs = Math.max(cadence?.lastPaymentAt?.getTime() ?? 0, reportedMs);
  return lastMs === 0 ? null : new Date(lastMs);
}

/** Totals by operator, largest amount first; unassigned payments are last. */
function operatorsOf(successful: TotalsRow[]) {
  const names = new Map(successful.map(({ operatorId, operatorName }) => [operatorId, operatorName]));
  const operators = [...names].map(([operatorId, name]) => ({
    operator_id: operatorId || null,
    name,
    ...sumTotals(successful.filter((line) => line.operatorId === operatorId)),
  }));
  const rank = (one: { operator_id: string | null; amount: Kobo }) => (one.operator_id ? one.amount : -1n);
  return operators.sort((a, b) => (rank(b) > rank(a) ? 1 : -1));
}

function bankOf(context: SessionContext, activity: RecentActivity, now: Date): z.output<typeof BankHealth> {
  const lastNotificationAtMs = Math.max(
    context.lastNotificationAt?.getTime() ?? 0,
    activity.lastReportedAtMs,
  );
  const last_notification_at = lastNotificationAtMs === 0 ? null : new Date(lastNotificationAtMs);
  if (context.isBankSilent) return { state: "silent", last_notification_at };
  if (last_notification_at === null) return { state: "ready", last_notification_at };
  if ((context.delayMs ?? 0) > MAX_HEALTHY_DELAY_MS) return { state: "slow", last_notification_at };
  return {
    state: now.getTime() - lastNotificationAtMs > MAX_NOTIFICATION_AGE_MS ? "unknown" : "healthy",
    last_notification_at,
  };
}
