"use client";

import type { ReactNode } from "react";
import { StalePanel } from "../shared/stale-panel";
import { HealthStrip } from "./health-strip";
import { useLive } from "./live-provider";
import { LostBanner } from "./lost-banner";
import { RateCard } from "./rate-card";
import { Spoken } from "./spoken";
import { TopTakings } from "./top-takings";
import { TotalCard } from "./total-card";
import { useMoment } from "./use-moment";

interface LiveBoardProps {
  sessionId: string;
  startsAt: string | null;
  closedAt: string | null;
  /** Instead of the figures, while there is not a single payment. */
  beforeFirst: ReactNode;
  /** Above the figures, once the event is closed. */
  afterClose: ReactNode;
}

const PANELS =
  "grid grid-cols-[minmax(0,1.18fr)_minmax(0,1.5fr)] divide-x divide-edge overflow-clip rounded-card border border-edge bg-surface max-md:grid-cols-1 max-md:divide-x-0 max-md:rounded-phone xl:grid-cols-[minmax(0,1.18fr)_minmax(0,1.52fr)_minmax(0,1fr)]";

/** The figures of an event, as they are now. */
export function LiveBoard({ sessionId, startsAt, closedAt, beforeFirst, afterClose }: LiveBoardProps) {
  const live = useLive(sessionId);
  const { figures, state, trueAtMs, minutes } = live;
  const nowMs = useMoment(figures?.as_of ?? "");
  if (!figures) return null;
  const isClosed = figures.status === "closed";
  const stale = state === "stale" ? { atMs: trueAtMs, ageMs: nowMs - trueAtMs } : undefined;
  const closedAtMs = closedAt ? Date.parse(closedAt) : nowMs;
  const ended = stale
    ? ({ atMs: stale.atMs, how: "stale" } as const)
    : isClosed
      ? ({ atMs: closedAtMs, how: "closed" } as const)
      : undefined;
  return (
    <div className="flex flex-col gap-3" data-version={figures.version}>
      <Spoken live={live} />
      <LostBanner live={live} />
      {isClosed ? afterClose : <HealthStrip sessionId={sessionId} live={live} />}
      {figures.transaction_count === 0 && !isClosed ? (
        beforeFirst
      ) : (
        <StalePanel stale={stale !== undefined} className={PANELS}>
          <TotalCard figures={figures} stale={stale} />
          <RateCard
            minutes={minutes}
            nowMs={nowMs}
            startsAt={startsAt}
            ended={ended}
            className="max-md:pt-0"
          />
          <TopTakings
            sessionId={sessionId}
            figures={figures}
            className="max-xl:col-span-2 max-xl:border-edge max-xl:border-t max-md:hidden"
          />
        </StalePanel>
      )}
    </div>
  );
}
