import { setTimeout as sleep } from "node:timers/promises";
import type { ComposedNotification } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import { loadSettings } from "@/lib/env";
import { keepPace } from "../pace";
import type { Service } from "../service";
import type { StoryNotification } from "./banks";
import { nextSettlementTime } from "./clock";
import type { StageContext } from "./stage";

/** A bank notification and when it is posted. */
export interface ScheduledNotification {
  at: Date;
  notification: ComposedNotification;
}

const RETRY_MS = [50, 250, 1_000, 3_000] as const;
const CONCURRENCY = 24;
/** The newest payments are posted one after the other, so that the list shows them in the order of payment. */
const IN_ORDER = 120;

/** Posts until it is acknowledged. Throws `Failure("unavailable")` if it never is. */
async function post(service: Service, { notification }: ScheduledNotification): Promise<void> {
  for (const waitMs of [0, ...RETRY_MS]) {
    if (waitMs > 0) await sleep(waitMs);
    if (await service.postNotification(notification)) return;
  }
  throw new Failure("unavailable", {
    detail: "A bank notification was not acknowledged. Check the service.",
  });
}

/** Posts overdue notifications as fast as the service accepts them, the newest strictly in order. */
export async function postAll(service: Service, dues: readonly ScheduledNotification[]): Promise<void> {
  const queue = dues.slice(0, Math.max(0, dues.length - IN_ORDER)).values();
  const work = async () => {
    for (const due of queue) await post(service, due);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const due of dues.slice(-IN_ORDER)) await post(service, due);
}

/** Posts each at its time, until asked to stop. */
export async function postLive(
  service: Service,
  dues: readonly ScheduledNotification[],
  signal: AbortSignal,
): Promise<void> {
  const startedAt = Date.now();
  await keepPace({
    count: dues.length,
    dueMs: (index) => (dues[index]?.at.getTime() ?? 0) - startedAt,
    begin: async (index) => {
      const due = dues[index];
      if (due) await post(service, due).catch(() => undefined);
    },
    maxInFlight: 8,
    signal,
  });
}

/** Posts the banks' settlements of these payments that are due by now, day by day. */
export async function settle(
  { service, banks }: StageContext,
  paid: readonly StoryNotification[],
): Promise<void> {
  const { businessTimeZone } = loadSettings();
  const days = new Map<number, StoryNotification[]>();
  for (const one of paid) {
    if (one.credit.status === "failed") continue;
    const settledAt = nextSettlementTime(one.credit.paidAt, businessTimeZone).getTime();
    days.set(settledAt, [...(days.get(settledAt) ?? []), one]);
  }
  const due = [...days]
    .filter(([settledAt]) => settledAt <= Date.now())
    .sort(([one], [other]) => one - other);
  for (const [settledAt, payments] of due) {
    const at = new Date(settledAt);
    await postAll(
      service,
      banks.composeSettlements(payments, at).map((notification) => ({ at, notification })),
    );
  }
}
