import { formatDate } from "@/lib/core/format/format-date";
import { channelStyle } from "../shared/format/channel";
import { Naira } from "../shared/format/money";
import { Banner } from "../shared/layout/banner";
import { Card, CardHead } from "../shared/layout/card";
import { cn } from "../ui/display/cn";
import type { AwaitingJson } from "./api";
import { providerName } from "./provider-names";
import * as texts from "./texts";

/** Amounts that await settlement, by bank, channel and expected day; banks that report no settlements are named. */
export function AwaitingCard({ awaiting }: { awaiting: readonly AwaitingJson[] }) {
  if (awaiting.length === 0) return null;
  const unreported = [...new Set(awaiting.filter((one) => !one.is_reported).map(({ provider }) => provider))];
  return (
    <Card aria-label={texts.awaitingSettlementByExpectedDay}>
      <CardHead title={texts.expected} />
      {unreported.map((provider) => (
        <Banner
          key={provider}
          tone="amber"
          className="mx-4 mb-3"
          title={texts.doesNotReportSettlementsHere(providerName(provider))}
        >
          {texts.importItsSettlementFile}
        </Banner>
      ))}
      <ul className="divide-y divide-edge border-edge border-t">
        {awaiting.map((one) => (
          <li
            key={`${one.provider} ${one.channel} ${one.expected_on}`}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
          >
            <span className="min-w-0">
              <span className={cn("block font-medium", one.is_overdue && "text-amber")}>
                {expectedText(one)}
              </span>
              <span className="block text-ink-3 text-meta">
                {providerName(one.provider)} · {channelStyle(one.channel).name} ·{" "}
                {texts.countPayments(one.count)}
              </span>
            </span>
            <Naira amount={one.amount} size="row" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function expectedText({ expected_on: day, is_overdue: isOverdue }: AwaitingJson): string {
  if (!day) return texts.noSettlementDayIsDocumented;
  const date = formatDate(day);
  return isOverdue ? texts.overdueWasExpectedOn(date) : texts.expectedOn(date);
}
