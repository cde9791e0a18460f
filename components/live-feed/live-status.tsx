"use client";

import { Ago } from "../shared/format/ago";
import { cn } from "../ui/display/cn";
import { LiveIndicator } from "./live-indicator";
import { useLive } from "./live-provider";
import * as texts from "./texts";

/** The state of the live connection and the time of the last payment. */
export function LiveStatus({ sessionId, className }: { sessionId: string; className?: string }) {
  const { state, figures } = useLive(sessionId);
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap text-meta", className)}>
      <LiveIndicator state={state} count={figures?.transaction_count ?? 0} />
      {figures?.last_payment_at && (
        <span className="text-ink-2 @max-[760px]/page:hidden">
          {texts.lastPayment}
          <Ago at={figures.last_payment_at} />
        </span>
      )}
    </span>
  );
}
