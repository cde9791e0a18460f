"use client";

import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import { computeShares, formatCount } from "@/lib/core/format/count";
import { formatMinute, formatTime } from "@/lib/core/format/format-date";
import { nairaParts, toKobo } from "@/lib/core/format/naira";
import { computeRate, formatSince, getChartEnd, getChartStart, smoothRate } from "../event-live/figures/rate";
import { RollingNaira } from "../event-live/figures/rolling-naira";
import { LiveIndicator } from "../live-feed/live-indicator";
import { LiveStore } from "../live-feed/live-store";
import { useDetailsChange } from "../live-feed/use-details-change";
import { useServerNow } from "../live-feed/use-server-now";
import { Ago } from "../shared/format/ago";
import { ChannelSwatch, channelStyle } from "../shared/format/channel";
import { useNow } from "../shared/format/clock";
import { cn } from "../ui/display/cn";
import { Logo } from "../ui/display/logo";
import { LazyPart } from "../ui/overlays/lazy";
import type { WallboardFiguresJson, WallboardLive, WallboardUpdateJson } from "./api";
import { LatestPayments } from "./latest-payments";
import { TerminalTiles } from "./terminal-tiles";
import * as texts from "./texts";
import { useWakeLock } from "./use-wake-lock";
import { WallboardEnded } from "./wallboard-ended";

const fetchArea = () => import("../charts/minutes/minute-area").then((module) => module.default);

interface WallboardProps {
  sessionId: string;
  name: string;
  startsAt: string | null;
  endsAt: string | null;
  /** The version of the name and the times. */
  detailsVersion: number;
  initial: WallboardUpdateJson;
}

/**
 * Reloads the page if the server refuses it (404 or redirect) after a refused stream, so that it shows the
 * reason.
 */
async function leaveIfRevoked(): Promise<void> {
  const response = await fetch(window.location.href).catch(() => undefined);
  if (response?.status === 404 || response?.redirected) window.location.reload();
}

/** The wallboard: an event's figures on a public screen, kept awake. */
export function Wallboard({ sessionId, name, startsAt, endsAt, detailsVersion, initial }: WallboardProps) {
  const router = useRouter();
  const [store] = useState(() => {
    const path = `/api/live/${sessionId}/wallboard`;
    return new LiveStore<WallboardUpdateJson>(path, () => void leaveIfRevoked(), initial);
  });
  const live = useSyncExternalStore(store.subscribe, store.snapshot, () => store.initialState);
  useWakeLock();
  useDetailsChange(detailsVersion, live.figures?.details_version, () => router.refresh());
  const figures = live.figures ?? initial.figures;
  const isKnown = live.state !== "stale";
  const nowMs = useServerNow(figures.as_of);
  if (live.ended) return <WallboardEnded reason={live.ended} />;
  return (
    <main
      data-wallboard
      className="dark fixed inset-0 grid cursor-none grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] gap-6 overflow-hidden bg-canvas p-11 pb-9 text-ink portrait:p-6"
    >
      <TopLine name={name} live={live} figures={figures} />
      <div
        className={cn(
          "grid min-h-0 grid-cols-[minmax(0,1fr)_36rem] gap-6 portrait:grid-cols-1 portrait:grid-rows-2",
          !isKnown && "grayscale",
        )}
      >
        <div className="flex min-h-0 flex-col gap-5">
          <Total figures={figures} staleAtMs={isKnown ? undefined : live.asOfMs} />
          <RatePanel live={live} figures={figures} startsAt={startsAt} endsAt={endsAt} nowMs={nowMs} />
        </div>
        <LatestPayments figures={figures} rows={live.rows} isKnown={isKnown} />
      </div>
      <TerminalTiles
        terminals={figures.terminals}
        isKnown={isKnown}
        isClosed={figures.status === "closed"}
        nowMs={nowMs}
      />
    </main>
  );
}

function TopLine({
  name,
  live,
  figures,
}: {
  name: string;
  live: WallboardLive;
  figures: WallboardFiguresJson;
}) {
  const now = useNow();
  const isStale = live.state === "stale";
  return (
    <header className="flex items-center gap-4.5">
      <Logo className="size-10 shrink-0" />
      <h1 className="mr-auto truncate font-semibold text-[1.875rem]/10 tracking-[-.018em]">{name}</h1>
      <p className="flex shrink-0 items-center gap-3 whitespace-nowrap text-[1.25rem] text-ink-2">
        <LiveIndicator state={live.state} count={figures.transaction_count} />
        {!isStale && figures.last_payment_at && (
          <span className="portrait:hidden">
            {texts.lastPayment}
            <Ago at={figures.last_payment_at} />
          </span>
        )}
      </p>
      <time
        suppressHydrationWarning
        dateTime={now.toISOString()}
        className={cn(
          "figures border-edge-strong border-l pl-6 font-semibold text-[2.25rem]/10",
          isStale && "text-red",
        )}
      >
        {formatTime(now)}
      </time>
    </header>
  );
}

function Total({ figures, staleAtMs }: { figures: WallboardFiguresJson; staleAtMs: number | undefined }) {
  const { by_channel, total_inflow, successful_count, status } = figures;
  const shares = computeShares(by_channel.map(({ amount }) => toKobo(amount)));
  const title = status === "closed" ? texts.finalTotal : texts.totalTaken;
  return (
    <section aria-label={title} className="@container/total [--hero-size:12.25rem]">
      <p className="text-[1.5rem]/8 text-ink-2">
        {title}
        {staleAtMs !== undefined && texts.atTime(formatTime(new Date(staleAtMs)))}
      </p>
      <RollingNaira amount={total_inflow} whole fits className="-ml-1 text-wallboard" />
      <p className="figures mt-3 flex flex-wrap items-baseline gap-x-10 text-[1.5rem]/8">
        {by_channel.map(({ channel, amount }, index) => (
          <span key={channel} className="flex items-baseline gap-3.5">
            <ChannelSwatch channel={channel} className="size-3.5" />
            <span className="text-ink-2">{channel === "pos" ? "POS" : channelStyle(channel).name}</span>
            <span className="font-semibold text-[1.625rem]">{nairaParts(amount).whole}</span>
            <span className="text-ink-3">{shares[index]}%</span>
          </span>
        ))}
        <span className="ml-auto text-ink-2">{texts.countPayments(successful_count)}</span>
      </p>
    </section>
  );
}

interface RatePanelProps extends Pick<WallboardProps, "startsAt" | "endsAt"> {
  live: WallboardLive;
  figures: WallboardFiguresJson;
  nowMs: number;
}

/**
 * Returns the end of the chart: now, the time of the last known figures if stale, or the end of the takings
 * of a closed event.
 */
function chartEnd({ live, figures, endsAt, nowMs }: RatePanelProps): number {
  if (live.state === "stale") return live.asOfMs;
  return figures.closed_at ? getChartEnd(live.minutes, endsAt, Date.parse(figures.closed_at)) : nowMs;
}

/** Payments per minute as five-minute averages since the event started, readable from a distance. */
function RatePanel(props: RatePanelProps) {
  const { live, figures, startsAt, nowMs } = props;
  const untilMs = chartEnd(props);
  const isClosed = figures.status === "closed";
  const fromMs = getChartStart(live.minutes, startsAt, untilMs);
  const rate = computeRate(live.minutes, fromMs, untilMs);
  const span = isClosed
    ? texts.fromTo(formatSince(fromMs, untilMs), formatMinute(new Date(untilMs)))
    : texts.since(formatSince(fromMs, nowMs));
  return (
    <section
      aria-label={texts.paymentsPerMinute}
      className="flex min-h-0 flex-1 flex-col rounded-wallboard border border-edge bg-surface px-6 pt-5 pb-4"
    >
      <p className="figures flex flex-wrap items-baseline gap-x-7 text-[1.25rem]/7 text-ink-3">
        <span className="mr-auto text-ink">{texts.paymentsPerMinuteFiveMinuteAverage(span)}</span>
        {!isClosed && (
          <span>
            <span className="mr-3 font-semibold text-ink">{formatCount(rate.last)}</span>
            {texts.now}
          </span>
        )}
        {rate.peak && (
          <span>
            <span className="mr-3 font-semibold text-ink">{formatCount(rate.peak.count)}</span>
            {texts.peak(formatMinute(new Date(rate.peak.atMs)))}
          </span>
        )}
      </p>
      <div className="mt-4 min-h-0 flex-1">
        <LazyPart
          part={fetchArea}
          given={{ bars: smoothRate(rate).filter(({ isRunning }) => isClosed || !isRunning) }}
        />
      </div>
    </section>
  );
}
