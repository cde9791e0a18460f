"use client";

import { TriangleAlert } from "lucide-react";
import { formatSpan } from "@/lib/core/format-date";
import { Ago } from "../shared/ago";
import { useNow } from "../shared/clock";
import { Chip } from "../ui/chip";
import { cn } from "../ui/cn";
import type { Standing } from "./standing";
import type { Terminal } from "./wire";

/** How long a terminal has been silent, ticking. */
export function SilentFor({ since }: { since: string }) {
  const now = useNow();
  return <span suppressHydrationWarning>{formatSpan(now.getTime() - Date.parse(since))}</span>;
}

interface LastHeardProps {
  terminal: Pick<Terminal, "last_payment_at">;
  standing: Standing;
  /** In a row the chip is but a time; on a card it says what it means. */
  short?: boolean;
  className?: string;
}

/** When a terminal was last heard from. Taking is quiet, silence is amber. */
export function LastHeard({ terminal: { last_payment_at: at }, standing, short, className }: LastHeardProps) {
  if (!at) return <span className={cn("whitespace-nowrap text-ink-3", className)}>Not heard from</span>;
  if (standing === "silent")
    return (
      <Chip tone="amber" className={className} {...(short && { icon: TriangleAlert })}>
        {short ? <span className="sr-only">Silent, last payment</span> : "Silent"}
        {short ? <Ago at={at} /> : <SilentFor since={at} />}
      </Chip>
    );
  return (
    <span className={cn("inline-flex items-center gap-2 text-ink-2", className)}>
      {standing === "taking" && <span aria-hidden className="size-1.5 rounded-full bg-brand-solid" />}
      <Ago at={at} />
    </span>
  );
}
