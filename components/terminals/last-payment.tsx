"use client";

import { TriangleAlert } from "@/components/ui/icons/icons";
import { formatDuration } from "@/lib/core/format/format-date";
import { Ago } from "../shared/format/ago";
import { useNow } from "../shared/format/clock";
import { Chip } from "../ui/display/chip";
import { cn } from "../ui/display/cn";
import type { TerminalJson } from "./api";
import type { TerminalStatus } from "./terminal-status";
import * as texts from "./texts";

/** Time since the last payment of an inactive terminal, updated every second. */
export function InactiveDuration({ since }: { since: string }) {
  const now = useNow();
  return <span suppressHydrationWarning>{formatDuration(now.getTime() - Date.parse(since))}</span>;
}

interface LastPaymentProps {
  terminal: Pick<TerminalJson, "last_payment_at">;
  status: TerminalStatus;
  /** Shows only the time, for table rows. */
  short?: boolean;
  className?: string;
}

/** Time of a terminal's last payment; amber if it is inactive. */
export function LastPayment({
  terminal: { last_payment_at: at },
  status,
  short,
  className,
}: LastPaymentProps) {
  if (!at)
    return <span className={cn("whitespace-nowrap text-ink-3", className)}>{texts.noPaymentsYet}</span>;
  if (status === "silent")
    return (
      <Chip tone="amber" className={className} {...(short && { icon: TriangleAlert })}>
        {short ? <span className="sr-only">{texts.silentLastPayment}</span> : texts.silent}
        {short ? <Ago at={at} /> : <InactiveDuration since={at} />}
      </Chip>
    );
  return (
    <span className={cn("inline-flex items-center gap-2 text-ink-2", className)}>
      {status === "taking" && <span aria-hidden className="size-1.5 rounded-full bg-brand-solid" />}
      <Ago at={at} />
    </span>
  );
}
