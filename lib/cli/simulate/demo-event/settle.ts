import { loadSettings } from "@/lib/env";
import type { StoryNotification } from "./banks";
import { nextSettlementTime } from "./clock";
import { postAll } from "./post";
import type { StageContext } from "./stage";

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
