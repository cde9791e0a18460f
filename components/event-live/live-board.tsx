"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { StalePanel } from "../shared/stale-panel";
import { Announcements } from "./announcements";
import { HealthStrip } from "./health-strip";
import { useLive } from "./live-provider";
import { LostBanner } from "./lost-banner";
import { PANELS } from "./panels";
import { nightEndOf } from "./rate";
import { RateCard } from "./rate-card";
import { TopTakings } from "./top-takings";
import { TotalCard } from "./total-card";
import { useServerNow } from "./use-server-now";

const MINUTE_MS = 60_000;

interface LiveBoardProps {
  sessionId: string;
  startsAt: string | null;
  endsAt: string | null;
  /** As the page was rendered. */
  closedAt: string | null;
  /** Instead of the figures, while there is not a single payment. */
  beforeFirst: ReactNode;
  /** Above the figures, once the event is closed. */
  afterClose: ReactNode;
}

/**
 * Has the page rendered anew once the stream says that the event was closed, by whomever: what a close ends is offered
 * no more, and what is left to do stands in its place.
 */
function useRefreshOnClose(sessionId: string, isClosed: boolean, isShownClosed: boolean): void {
  const router = useRouter();
  const client = useQueryClient();
  const isBehind = isClosed && !isShownClosed;
  useEffect(() => {
    if (!isBehind) return;
    router.refresh();
    void client.invalidateQueries({ queryKey: ["session", sessionId] });
  }, [isBehind, router, client, sessionId]);
}

/** The figures of an event, as they are now. */
export function LiveBoard(props: LiveBoardProps) {
  const { sessionId, startsAt, endsAt, closedAt, beforeFirst, afterClose } = props;
  const live = useLive(sessionId);
  const { figures, state, trueAtMs, minutes } = live;
  const nowMs = useServerNow(figures?.as_of ?? "");
  const isClosed = figures?.status === "closed";
  useRefreshOnClose(sessionId, isClosed, closedAt !== null);
  if (!figures) return null;
  const stale = state === "stale" ? { atMs: trueAtMs, ageMs: nowMs - trueAtMs } : undefined;
  const closedAtMs = figures.closed_at ? Date.parse(figures.closed_at) : nowMs;
  const ended = stale
    ? ({ atMs: stale.atMs, how: "stale" } as const)
    : isClosed
      ? ({ atMs: nightEndOf(minutes, endsAt, closedAtMs), how: "closed" } as const)
      : undefined;
  return (
    <div className="flex flex-col gap-3" data-version={figures.version}>
      <Announcements live={live} />
      <LostBanner live={live} />
      {isClosed ? afterClose : <HealthStrip sessionId={sessionId} live={live} />}
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
            className="@max-[960px]/page:col-span-2 @max-[760px]/page:hidden border-edge @max-[960px]/page:border-t @min-[960px]/page:border-l"
          />
        </StalePanel>
      )}
    </div>
  );
}
