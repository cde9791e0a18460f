import type { z } from "zod";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { volumeOf } from "@/lib/db/totals";
import { inactiveFrom, type PaymentCadence } from "@/lib/terminals";
import { presentFigures } from "@/lib/webhooks";
import type { BankHealth, LiveFigures } from "./contract";
import type { Changes, TotalLine } from "./read-changes";
import type { RecentActivity } from "./recent-activity";
import type { SessionContext } from "./session-context";

/** A bank that tells within a minute tells in time. */
const SLOW_NOTICE_MS = 60_000;
/** A notice says nothing of whether the next would come so long after it. */
const OLD_NOTICE_MS = 15 * 60_000;

/** Puts a session's figures together; all but the surroundings are of one version. */
export function figuresOf(
  sessionId: Id<"session">,
  snapshot: Changes,
  around: SessionContext,
  memory: RecentActivity,
): z.output<typeof LiveFigures> {
  const { totals, at, status } = snapshot;
  const linesOf = (wanted: TotalLine["status"]) => totals.filter((line) => line.status === wanted);
  const successful = linesOf("successful");
  const taken = volumeOf(successful);
  const pending = volumeOf(linesOf("pending"));
  const failed = volumeOf(linesOf("failed"));
  const lastPaidAt = memory.lastPaidAtMs === null ? null : new Date(memory.lastPaidAtMs);
  return {
    session_id: sessionId,
    version: Number(snapshot.version),
    as_of: at,
    status,
    closed_at: snapshot.closedAt,
    total_inflow: taken.amount,
    transaction_count: Number(snapshot.lastNumber),
    successful_count: taken.count,
    pending_count: pending.count,
    failed_count: failed.count,
    pending_amount: pending.amount,
    failed_amount: failed.amount,
    by_channel: (["bank_transfer", "pos"] as const).map((channel) => ({
      channel,
      ...volumeOf(successful.filter((line) => line.channel === channel)),
    })),
    terminals: terminalsOf(snapshot, successful, around, memory),
    operators: operatorsOf(successful),
    last_payment_at: lastPaidAt,
    last_five_minutes: memory.takenLately(at),
    bank: bankOf(around, memory, at),
    deliveries: { state: around.endpoint ?? "none", ...presentFigures(around.deliveries) },
  };
}

function terminalsOf(
  snapshot: Changes,
  successful: TotalLine[],
  around: SessionContext,
  memory: RecentActivity,
) {
  const rhythms = new Map(around.rhythms.map((rhythm) => [rhythm.terminalId, rhythm]));
  return around.posts.map(({ terminalId, position, place, operatorName }) => {
    const lastPaymentAt = lastOf(rhythms.get(terminalId), memory.terminalPaidAtMs.get(terminalId));
    const usualGapMs = rhythms.get(terminalId)?.usualGapMs ?? null;
    return {
      terminal_id: terminalId,
      label: terminalLabel(position),
      place,
      ...volumeOf(successful.filter((line) => line.terminalId === terminalId)),
      last_payment_at: lastPaymentAt,
      silent_at: (snapshot.status === "active" && inactiveFrom({ lastPaymentAt, usualGapMs })) || null,
      operator_name: operatorName,
    };
  });
}

function lastOf(rhythm: PaymentCadence | undefined, heardMs = 0): Date | null {
  const lastMs = Math.max(rhythm?.lastPaymentAt?.getTime() ?? 0, heardMs);
  return lastMs === 0 ? null : new Date(lastMs);
}

/** Who took most comes first; what is nobody's comes last. */
function operatorsOf(successful: TotalLine[]) {
  const names = new Map(successful.map(({ operatorId, operatorName }) => [operatorId, operatorName]));
  const operators = [...names].map(([operatorId, name]) => ({
    operator_id: operatorId || null,
    name,
    ...volumeOf(successful.filter((line) => line.operatorId === operatorId)),
  }));
  const rank = (one: { operator_id: string | null; amount: Kobo }) => (one.operator_id ? one.amount : -1n);
  return operators.sort((a, b) => (rank(b) > rank(a) ? 1 : -1));
}

function bankOf(around: SessionContext, memory: RecentActivity, now: Date): z.output<typeof BankHealth> {
  const heardAtMs = Math.max(around.heardAt?.getTime() ?? 0, memory.heardAtMs);
  if (heardAtMs === 0) return { state: "ready", heard_at: null };
  const heard_at = new Date(heardAtMs);
  if ((around.delayMs ?? 0) > SLOW_NOTICE_MS) return { state: "slow", heard_at };
  return { state: now.getTime() - heardAtMs > OLD_NOTICE_MS ? "unknown" : "healthy", heard_at };
}
