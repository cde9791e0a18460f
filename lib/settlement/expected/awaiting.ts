import type { z } from "zod";
import { getProvider } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Day, dayIn } from "@/lib/core/time";
import { readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { env, type ProviderName } from "@/lib/env";
import type { AwaitingSettlement } from "../contract";
import { expectedDay } from "./expected-day";

interface Row extends RowOf<typeof transactions, "provider" | "channel"> {
  day: Day;
  hour: number;
  count: bigint;
  amount: bigint;
}

/** Whether settlements of a provider become known without a file: by its notifications, or in live mode from its list. */
function reportsSettlements(name: ProviderName, mode: Scope["mode"]): boolean {
  const { composeSettlement, listSettlements, findSettlement } = getProvider(name);
  const isAsked = mode === "live" && (listSettlements ?? findSettlement) !== undefined;
  return composeSettlement !== undefined || isAsked;
}

/**
 * Groups the unsettled successful payments of a session by provider, channel and the day on which the provider's documented
 * cycle expects their settlement (null if none is documented), soonest first. Overdue
 * is only what a report would have settled. Reads the transactions, so screens load it
 * after the totals. Throws `Failure("not_found")`.
 */
export async function listAwaiting(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof AwaitingSettlement>[]> {
  const { businessTimeZone: zone } = env();
  const rows = await readAsOrganisation(scope, async (db) => {
    await requireSession(db, scope, sessionId);
    return db.sql<Row[]>`
      select provider, channel, (paid_at at time zone ${zone})::date::text as day,
        extract(hour from paid_at at time zone ${zone})::int as hour, count(*), sum(amount)::bigint as amount
      from transactions
      where session_id = ${sessionId} and organisation_id = ${scope.organisationId} and status = 'successful'
        and settled_on is null
      group by 1, 2, 3, 4 order by 3, 4, 1, 2`;
  });
  const today = dayIn(zone, new Date());
  const groups = new Map<string, z.output<typeof AwaitingSettlement>>();
  for (const { provider, channel, day, hour, count, amount } of rows) {
    const cycle = getProvider(provider).settlementCycles?.[channel];
    const expectedOn = cycle ? expectedDay(cycle, { day, hour }) : null;
    const isReported = reportsSettlements(provider, scope.mode);
    const key = `${provider} ${channel} ${expectedOn}`;
    const group = groups.get(key) ?? {
      provider,
      channel,
      expected_on: expectedOn,
      is_overdue: isReported && expectedOn !== null && expectedOn < today,
      is_reported: isReported,
      count: 0,
      amount: 0n,
    };
    groups.set(key, { ...group, count: group.count + Number(count), amount: group.amount + amount });
  }
  return [...groups.values()].sort((one, other) =>
    (one.expected_on ?? "9999") < (other.expected_on ?? "9999") ? -1 : 1,
  );
}
