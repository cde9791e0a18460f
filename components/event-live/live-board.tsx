"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { ConnectionLostBanner } from "../live-feed/connection-lost/connection-lost-banner";
import { type LiveEvent, useLive } from "../live-feed/live-provider";
import { useDetailsChange } from "../live-feed/use-details-change";
import { useServerNow } from "../live-feed/use-server-now";
import { StalePanel } from "../shared/layout/stale-panel";
import { LazyPart } from "../ui/overlays/lazy";
import { getChartEnd } from "./figures/rate";
import { RateCard } from "./figures/rate-card";
import { TopTakings } from "./figures/top-takings";
import { TotalCard } from "./figures/total-card";
import { HealthStrip } from "./health-strip";
import { PANELS } from "./panels";

/** Nothing is announced or stored in the first seconds, so the code is loaded after the figures. */
const fetchAnnouncements = () =>
  import("./announcements/announcements").then((module) => module.Announcements);
const fetchLastTotals = () => import("../live-feed/last-totals").then((module) => module.LastTotals);

interface LiveBoardProps {
  sessionId: string;
  name: string;
  /** The version of the event's details on the page. */
  detailsVersion: number;
  startsAt: string | null;
  endsAt: string | null;
  /** Close time at the time of rendering. */
  closedAt: string | null;
  /** Shown instead of the figures before the first payment. */
  beforeFirst: ReactNode;
  /** Shown above the figures of a closed event. */
  afterClose: ReactNode;
  /** Shown for the deliveries of an event without a webhook address. */
  noWebhook: ReactNode;
}

/**
 * Renders the page again when the stream reports that the event was closed, so that its actions give way to the remaining
 * tasks, or that its name, times or venue were changed.
 */
function useRefresh({ sessionId, closedAt, detailsVersion }: LiveBoardProps, { figures }: LiveEvent): void {
  const router = useRouter();
  const client = useQueryClient();
  const refresh = () => {
    router.refresh();
    void client.invalidateQueries({ queryKey: ["session", sessionId] });
  };
  useDetailsChange(detailsVersion, figures?.details_version, refresh);
  const isOutdated = figures?.status === "closed" && closedAt === null;
  const onOutdated = useEffectEvent(refresh);
  useEffect(() => {
    if (isOutdated) onOutdated();
  }, [isOutdated]);
}

/** The live figures of an event. */
export function LiveBoard(props: LiveBoardProps) {
  const { sessionId, name, startsAt, endsAt, beforeFirst, afterClose, noWebhook } = props;
  const live = useLive(sessionId);
  const { figures, state, asOfMs, minutes } = live;
  const nowMs = useServerNow(figures?.as_of ?? "");
  const isClosed = figures?.status === "closed";
  useRefresh(props, live);
  if (!figures) return null;
  const stale = state === "stale" ? { atMs: asOfMs, ageMs: nowMs - asOfMs } : undefined;
  const closedAtMs = figures.closed_at ? Date.parse(figures.closed_at) : nowMs;
  const ended = stale
    ? ({ atMs: stale.atMs, how: "stale" } as const)
    : isClosed
      ? ({ atMs: getChartEnd(minutes, endsAt, closedAtMs), how: "closed" } as const)
      : undefined;
  return (
    <div className="flex flex-col gap-3" data-version={figures.version}>
      <LazyPart part={fetchAnnouncements} given={{ live }} />
      <LazyPart part={fetchLastTotals} given={{ sessionId, name, live }} />
      <ConnectionLostBanner live={live} />
      {isClosed ? afterClose : <HealthStrip sessionId={sessionId} live={live} noWebhook={noWebhook} />}
      {figures.transaction_count === 0 && !isClosed ? (
        beforeFirst
      ) : (
        <StalePanel stale={stale !== undefined} className={PANELS}>
          <TotalCard figures={figures} stale={stale} />
          <RateCard
            minutes={minutes}
            nowMs={nowMs - (nowMs % MINUTE_MS)}
            startsAt={startsAt}
            ended={ended}
            className="border-edge max-md:pt-0 md:border-l"
          />
          <TopTakings
            sessionId={sessionId}
            figures={figures}
            className="@max-[960px]/page:col-span-2 @max-[960px]/page:[@media(max-height:899px)]:hidden @max-[760px]/page:hidden border-edge @max-[960px]/page:border-t @min-[960px]/page:border-l"
          />
        </StalePanel>
      )}
    </div>
  );
}
