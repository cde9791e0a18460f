"use client";

import { useEffect, useState } from "react";
import { CircleSlash, type IconType, TriangleAlert } from "@/components/ui/icons/icons";
import { type EventPhase, eventPhase } from "@/lib/core/format/event-phase";
import { Chip } from "../../ui/display/chip";
import { cn } from "../../ui/display/cn";
import { findServerNow, subscribeToClock } from "./clock";
import * as texts from "./texts";

interface PhaseStyle {
  word: string;
  /** Shorter text for narrow layouts. */
  brief?: string;
  tone: "green" | "amber" | "outlined" | "neutral";
  icon?: IconType;
  /** Class name of the dot. */
  dot: string;
}

/** Text and appearance of each phase. */
const PHASES: Record<EventPhase, PhaseStyle> = {
  upcoming: { word: texts.upcoming, tone: "outlined", dot: "bg-control" },
  live: { word: texts.active, tone: "green", dot: "bg-brand-solid" },
  past_end: {
    word: texts.activePastItsEnd,
    brief: texts.pastItsEnd,
    tone: "amber",
    icon: TriangleAlert,
    dot: "bg-amber-dot",
  },
  closed: { word: texts.closed, tone: "neutral", icon: CircleSlash, dot: "bg-ink-3" },
};

/** The fields of an event that its phase depends on. */
export interface PhasedEvent {
  phase: EventPhase;
  starts_at: string | null;
  ends_at: string | null;
}

/**
 * Returns the current phase of an event, which starts and ends by the server's clock while a page is open. A
 * close arrives with refetched data.
 */
function usePhase({ phase, starts_at: startsAt, ends_at: endsAt }: PhasedEvent): EventPhase {
  const [now, setNow] = useState(phase);
  useEffect(() => {
    setNow(phase);
    return subscribeToClock(() => {
      const nowMs = findServerNow();
      if (nowMs !== undefined)
        setNow(eventPhase({ isClosed: phase === "closed", startsAt, endsAt }, new Date(nowMs)));
    });
  }, [phase, startsAt, endsAt]);
  return phase === "closed" ? phase : now;
}

/** The current phase of an event, as a chip. */
export function PhaseChip({ event }: { event: PhasedEvent }) {
  const phase = usePhase(event);
  const { word, tone, icon } = PHASES[phase];
  return (
    <Chip tone={tone} dot={phase === "live"} {...(icon && { icon })}>
      {word}
    </Chip>
  );
}

/** The same as text with a dot. */
export function PhaseLine({ event }: { event: PhasedEvent }) {
  const { word, brief = word, dot } = PHASES[usePhase(event)];
  return (
    <>
      <span aria-hidden className={cn("size-1.5 shrink-0 rounded-full", dot)} />
      {brief}
    </>
  );
}

/** Chip of a closed event, for pages that show no other phase. */
export function ClosedChip() {
  return <Chip icon={CircleSlash}>{PHASES.closed.word}</Chip>;
}
