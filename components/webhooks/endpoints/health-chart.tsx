"use client";

import { formatCount } from "@/lib/core/format/count";
import { formatDay, formatMinute } from "@/lib/core/format/format-date";
import { ChartFrame, Legend } from "../../charts/chart-frame";
import { useNow } from "../../shared/format/clock";
import { Skeleton } from "../../ui/display/skeleton";
import { LazyPart } from "../../ui/overlays/lazy";
import type { OrganisationEndpointJson } from "../api";
import { describeRate, sumBars, toHourBars } from "./health-hours";
import * as texts from "./texts";

const fetchBars = () => import("../../charts/outcome-bars").then((module) => module.default);

const PARTS = [
  { name: texts.delivered, swatch: "bg-brand-solid" },
  { name: texts.failed, swatch: "bg-red-solid" },
];

/** Attempts per hour over the last 48 hours, delivered and failed. */
export function HealthChart({ hours }: { hours: OrganisationEndpointJson["hours"] }) {
  const bars = toHourBars(hours, useNow().getTime());
  const sum = sumBars(bars);
  const used = bars.filter(({ succeeded, failed }) => succeeded + failed > 0);
  return (
    <ChartFrame
      title={texts.attemptsPerHour}
      summary={texts.attemptsPerHourOver48Hours(formatCount(sum.succeeded), formatCount(sum.failed))}
      aside={<Legend parts={PARTS} className="gap-3" />}
      chartClassName="h-40 flex-none"
      table={{
        heads: [texts.hour, texts.delivered, texts.failed, texts.meanTime],
        rows: used.map(({ atMs, succeeded, failed, meanMs }) => [
          `${formatDay(new Date(atMs))}, ${formatMinute(new Date(atMs))}`,
          formatCount(succeeded),
          formatCount(failed),
          texts.ms(formatCount(meanMs)),
        ]),
      }}
    >
      {used.length > 0 ? (
        <LazyPart part={fetchBars} given={{ bars }} meanwhile={<Skeleton className="h-full" />} />
      ) : (
        <p className="grid h-full place-items-center text-body text-ink-3">
          {texts.in48Hours(describeRate(sum))}
        </p>
      )}
    </ChartFrame>
  );
}
