"use client";

import { useEffect, useRef, useState } from "react";
import { countOf } from "@/lib/core/count";
import { readMoney, spokenNaira } from "@/lib/core/naira";
import { useNow } from "../shared/clock";
import { announce } from "../ui/live-region";
import { inactiveTerminals } from "./inactive-terminals";
import type { LiveEvent } from "./live-provider";

/** Whoever listens to a rush could do nothing else. */
const SPEAK_EVERY_MS = 15_000;

interface Said {
  count: number;
  total: bigint;
}

/** A summary of what came in, at most every fifteen seconds. */
function useSummary({ figures }: LiveEvent): void {
  const latest = useRef<Said>(undefined);
  const said = useRef<Said>(undefined);
  latest.current = figures && {
    count: figures.successful_count,
    total: readMoney(figures.total_inflow),
  };
  said.current ??= latest.current;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.documentElement.dataset.announce === "off") return;
      const [now, before] = [latest.current, said.current];
      if (!now || !before || now.count <= before.count) return;
      const [count, total] = [now.count - before.count, now.total - before.total];
      said.current = now;
      announce(
        `${countOf(count, "payment")}, ${spokenNaira(total)}, in 15 seconds. Total ${spokenNaira(now.total)}.`,
      );
    }, SPEAK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** A terminal that has just fallen silent, told once. */
function useSilence({ state, figures }: LiveEvent): string {
  const nowMs = useNow().getTime();
  const told = useRef<Set<string>>(undefined);
  const [text, setText] = useState("");
  const silent = state === "live" && figures ? inactiveTerminals(figures.terminals, nowMs) : undefined;
  const key = silent?.map(({ terminal_id }) => terminal_id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which terminals are silent
  useEffect(() => {
    if (!silent) return;
    const fresh = silent.filter(({ terminal_id }) => told.current && !told.current.has(terminal_id));
    told.current = new Set(silent.map(({ terminal_id }) => terminal_id));
    if (fresh.length > 0) setText(`${fresh.map(({ label }) => label).join(", ")} silent.`);
  }, [key]);
  return text;
}

/** Speaks of an event: a summary now and then, and what cannot wait at once. */
export function Announcements({ live }: { live: LiveEvent }) {
  useSummary(live);
  const silence = useSilence(live);
  return (
    <p role="alert" className="sr-only">
      {silence}
    </p>
  );
}
