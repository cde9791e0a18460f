import { formatCount, formatRate } from "@/lib/core/format/count";
import { formatMinute } from "@/lib/core/format/format-date";
import { SparkLine } from "../../charts/spark-line";
import { cn } from "../../ui/display/cn";
import type { ResponseTimesJson, WebhookStatusJson } from "../api";
import * as texts from "./texts";

/** Next to an open drawer only the endpoint fits. */
const PANEL = "px-5 py-4 md:@max-[640px]/page:hidden";

/** Delivery rate, and the number of waiting, retrying and failed events. */
export function DeliveryRatePanel({ status }: { status: WebhookStatusJson }) {
  const { delivered_count: delivered, due_count: due, waiting_count: waiting } = status;
  const { retrying_count: retrying, failed_count: failed } = status;
  return (
    <div className={cn("flex flex-col", PANEL)}>
      <h2 className="font-normal text-body text-ink-2 tracking-normal">{texts.delivered}</h2>
      <p className="figures text-figure">{formatRate(delivered, due)}</p>
      <p className="figures text-ink-3 text-meta">
        {due === 0
          ? texts.nothingSentYet
          : texts.deliveredOfPayments(formatCount(delivered), texts.countPayments(due))}
      </p>
      <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-y-1 border-edge border-t pt-3 text-body">
        <dt className="text-ink-2">{texts.waitingNow}</dt>
        <dd className="font-semibold">{formatCount(waiting)}</dd>
        {retrying > 0 && (
          <>
            <dt className="text-amber">{texts.retrying}</dt>
            <dd className="font-semibold text-amber">{formatCount(retrying)}</dd>
          </>
        )}
        {failed > 0 && (
          <>
            <dt className="text-red">{texts.givenUp}</dt>
            <dd className="font-semibold text-red">{formatCount(failed)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** Response times of the receiver over the last hour. */
export function ResponseTimesPanel({ times }: { times: ResponseTimesJson }) {
  const { median_ms: median, slowest_ms: slowest, minutes } = times;
  const longest = Math.max(1, ...minutes.map((minute) => minute.median_ms));
  const retries = minutes.reduce((sum, minute) => sum + minute.retried, 0);
  const [first, last] = [minutes[0], minutes.at(-1)];
  return (
    <div className={cn("flex min-w-0 flex-col", PANEL)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-normal text-body text-ink-2 tracking-normal">{texts.responseTimeLastHour}</h2>
        {median !== null && slowest !== null && (
          <p className="figures text-ink-3 text-meta">
            {texts.median}
            <strong className="font-semibold text-ink">{texts.ms(formatCount(median))}</strong>
            {texts.ninetyFifthPercentile}
            <strong className="font-semibold text-ink">{texts.ms(formatCount(slowest))}</strong>
          </p>
        )}
      </div>
      {first && last ? (
        <>
          <SparkLine
            className="mt-auto h-16 w-full"
            label={texts.medianResponseTimeByMinute(formatCount(longest))}
            shares={minutes.map((minute) => minute.median_ms / longest)}
          />
          <p className="figures mt-1 flex justify-between text-axis text-ink-3">
            <span>{formatMinute(first.at)}</span>
            {retries > 0 && <span className="text-amber">{texts.countRetries(retries)}</span>}
            <span>{formatMinute(last.at)}</span>
          </p>
        </>
      ) : (
        <p className="my-auto text-body text-ink-3">{texts.nothingSentLastHour}</p>
      )}
    </div>
  );
}
