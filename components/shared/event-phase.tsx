"use client";

import { CircleSlash, type LucideIcon, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { type EventPhase, eventPhase } from "@/lib/core/event-phase";
import { Chip } from "../ui/chip";
import { cn } from "../ui/cn";
import { followClock, toldServerNow } from "./clock";

interface PhaseLook {
  word: string;
  /** The same where there is little room. */
  brief?: string;
  tone: "green" | "amber" | "outlined" | "neutral";
  icon?: LucideIcon;
  /** The class of its dot. */
  dot: string;
}

/** How each phase is said and drawn, wherever it stands. */
const PHASES: Record<EventPhase, PhaseLook> = {
  upcoming: { word: "Upcoming", tone: "outlined", dot: "bg-control" },
  live: { word: "Active", tone: "green", dot: "bg-brand-solid" },
  past_end: {
    word: "Active, past its end",
    brief: "Past its end",
    tone: "amber",
    icon: TriangleAlert,
    dot: "bg-amber-dot",
  },
  closed: { word: "Closed", tone: "neutral", icon: CircleSlash, dot: "bg-ink-3" },
};

/** An event as far as its phase needs to know it: closed or not, from when to when. */
export interface PhasedEvent {
  phase: EventPhase;
  starts_at: string | null;
  ends_at: string | null;
}

/**
 * Where an event stands now: it begins and ends while a page is open, by the server's clock. Its close comes with what
 * the page reads anew.
 */
function usePhase({ phase, starts_at: startsAt, ends_at: endsAt }: PhasedEvent): EventPhase {
  const [now, setNow] = useState(phase);
  useEffect(() => {
    setNow(phase);
    return followClock(() => {
      const nowMs = toldServerNow();
      if (nowMs !== undefined)
        setNow(eventPhase({ isClosed: phase === "closed", startsAt, endsAt }, new Date(nowMs)));
    });
  }, [phase, startsAt, endsAt]);
  return phase === "closed" ? phase : now;
}

/** Where an event stands now, as a chip. */
export function PhaseChip({ event }: { event: PhasedEvent }) {
  const phase = usePhase(event);
  const { word, tone, icon } = PHASES[phase];
  return (
    <Chip tone={tone} dot={phase === "live"} {...(icon && { icon })}>
      {word}
    </Chip>
  );
}

/** The same in a line of text: a dot and a word. */
export function PhaseLine({ event }: { event: PhasedEvent }) {
  const { word, brief = word, dot } = PHASES[usePhase(event)];
  return (
    <>
      <span aria-hidden className={cn("size-1.5 shrink-0 rounded-full", dot)} />
      {brief}
    </>
  );
}

/** That an event is closed, beside the title of a page that needs to know no more. */
export function ClosedChip() {
  return <Chip icon={CircleSlash}>{PHASES.closed.word}</Chip>;
}
