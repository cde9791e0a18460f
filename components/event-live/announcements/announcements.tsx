"use client";

import { useEffect, useRef, useState } from "react";
import { formatNairaForScreenReader, toKobo } from "@/lib/core/format/naira";
import { inactiveTerminals } from "../../live-feed/inactive-terminals";
import type { LiveEvent } from "../../live-feed/live-provider";
import { useNow } from "../../shared/format/clock";
import { announce } from "../../ui/browser/live-region";
import * as texts from "./texts";

/** Minimum interval of announcements; a screen reader user could do nothing else during a rush. */
const ANNOUNCE_EVERY_MS = 15_000;

interface AnnouncedTotals {
  count: number;
  total: bigint;
}

/** Announces a summary of new payments every fifteen seconds at most. */
function useSummary({ figures }: LiveEvent): void {
  const latest = useRef<AnnouncedTotals>(undefined);
  const lastAnnounced = useRef<AnnouncedTotals>(undefined);
  latest.current = figures && {
    count: figures.successful_count,
    total: toKobo(figures.total_inflow),
  };
  lastAnnounced.current ??= latest.current;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.documentElement.dataset.announce === "off") return;
      const [now, before] = [latest.current, lastAnnounced.current];
      if (!now || !before || now.count <= before.count) return;
      const [count, total] = [now.count - before.count, now.total - before.total];
      lastAnnounced.current = now;
      announce(
        texts.in15SecondsTotal(
          texts.countPayments(count),
          formatNairaForScreenReader(total),
          formatNairaForScreenReader(now.total),
        ),
      );
    }, ANNOUNCE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Returns an announcement of terminals that have just become inactive; each is announced once. */
function useInactiveAnnouncement({ state, figures }: LiveEvent): string {
  const nowMs = useNow().getTime();
  const announcedIds = useRef<Set<string>>(undefined);
  const [text, setText] = useState("");
  const inactive = state === "live" && figures ? inactiveTerminals(figures.terminals, nowMs) : undefined;
  const key = inactive?.map(({ terminal_id }) => terminal_id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the inactive terminals
  useEffect(() => {
    if (!inactive) return;
    const fresh = inactive.filter(
      ({ terminal_id }) => announcedIds.current && !announcedIds.current.has(terminal_id),
    );
    announcedIds.current = new Set(inactive.map(({ terminal_id }) => terminal_id));
    if (fresh.length > 0) setText(texts.silent(fresh.map(({ label }) => label).join(", ")));
  }, [key]);
  return text;
}

/** Announces an event to screen readers: summaries of payments politely, inactive terminals at once. */
export function Announcements({ live }: { live: LiveEvent }) {
  useSummary(live);
  const inactiveText = useInactiveAnnouncement(live);
  return (
    <p role="alert" className="sr-only">
      {inactiveText}
    </p>
  );
}
