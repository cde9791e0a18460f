import { loadSettings } from "@/lib/env";
import type { Told } from "./banks";
import { settlesAt } from "./clock";
import { postAll } from "./post";
import type { Kit } from "./stage";

/** Has the banks tell of every settlement of these payments that is due by now, day by day. */
export async function settle({ service, banks }: Kit, told: readonly Told[]): Promise<void> {
  const { businessTimeZone } = loadSettings();
  const days = new Map<number, Told[]>();
  for (const one of told) {
    if (one.credit.status === "failed") continue;
    const settledAt = settlesAt(one.credit.paidAt, businessTimeZone).getTime();
    days.set(settledAt, [...(days.get(settledAt) ?? []), one]);
  }
  const due = [...days]
    .filter(([settledAt]) => settledAt <= Date.now())
    .sort(([one], [other]) => one - other);
  for (const [settledAt, payments] of due) {
    const at = new Date(settledAt);
    await postAll(
      service,
      banks.settle(payments, at).map((notice) => ({ at, notice })),
    );
  }
}
