"use client";

import type { ReactNode } from "react";
import { ChevronRight, CircleCheck, TriangleAlert } from "@/components/ui/icons/icons";
import { formatCount, formatRate } from "@/lib/core/format/count";
import { formatDuration } from "@/lib/core/format/format-date";
import { inactiveTerminals } from "../live-feed/inactive-terminals";
import { LiveIndicator } from "../live-feed/live-indicator";
import type { LiveEvent, LiveFiguresJson } from "../live-feed/live-provider";
import { useServerNow } from "../live-feed/use-server-now";
import { Ago } from "../shared/format/ago";
import { ENDPOINT_HEALTH } from "../shared/format/endpoint-health";
import { Instant } from "../shared/format/instant";
import { cn } from "../ui/display/cn";
import { Link } from "../ui/display/link";
import { RecentPaymentsChart } from "./figures/recent-payments-chart";
import * as texts from "./texts";

type Tone = "good" | "amber" | "plain";

/** Separated by hairlines, also when wrapped: the strip clips those at its own edge. */
const PART =
  "flex items-center gap-2 whitespace-nowrap border-edge px-3.5 md:min-h-10.5 md:border-t md:border-l";

interface PartProps {
  label: string;
  tone?: Tone;
  /** Hidden when space is short, unless it shows a warning. */
  yields?: boolean;
  children: ReactNode;
}

function Part({ label, tone = "plain", yields = false, children }: PartProps) {
  const Icon = tone === "amber" ? TriangleAlert : CircleCheck;
  const isHideable = yields && tone !== "amber";
  return (
    <div className={cn(PART, "max-md:hidden", isHideable && "@max-[940px]/page:hidden")}>
      {tone !== "plain" && (
        <Icon
          aria-hidden
          strokeWidth={2}
          className={cn("size-3.5 shrink-0", tone === "amber" ? "text-amber" : "text-brand")}
        />
      )}
      <dt className="text-ink-2">{label}</dt>
      <dd className={cn("figures font-medium", tone === "amber" && "text-amber")}>{children}</dd>
    </div>
  );
}

const BANK_LABELS = {
  ready: ["plain", texts.noneYet],
  healthy: ["good", texts.healthy],
  slow: ["amber", texts.slow],
  silent: ["amber", texts.notArriving],
  unknown: ["plain", texts.notKnown],
} as const satisfies Record<string, readonly [Tone, string]>;

function BankPart({ bank }: { bank: LiveFiguresJson["bank"] }) {
  const [tone, word] = BANK_LABELS[bank.state];
  return (
    <Part label={texts.bankWebhook} tone={tone} yields>
      {word}
    </Part>
  );
}

interface DeliveriesPartProps {
  deliveries: LiveFiguresJson["deliveries"];
  /** Shown if the event has no webhook address. */
  none: ReactNode;
}

function DeliveriesPart({ deliveries, none }: DeliveriesPartProps) {
  const { state, due_count: due, delivered_count: delivered, failed_count: failed } = deliveries;
  const waiting = deliveries.waiting_count;
  if (state === "none")
    return (
      <Part label={texts.deliveries} yields>
        {none}
      </Part>
    );
  const waits = texts.waiting(formatCount(waiting));
  if (state !== "healthy") {
    return <Part label={texts.deliveries} tone="amber">{`${ENDPOINT_HEALTH[state].word} · ${waits}`}</Part>;
  }
  if (due === 0)
    return (
      <Part label={texts.deliveries} yields>
        {waiting > 0 ? waits : texts.noneYet}
      </Part>
    );
  const rate = formatRate(delivered, due);
  if (failed > 0)
    return (
      <Part label={texts.deliveries} tone="amber">
        {texts.givenUp(rate, formatCount(failed))}
      </Part>
    );
  return <Part label={texts.deliveries} tone="good" yields>{`${rate} · ${waits}`}</Part>;
}

interface InactivePartProps {
  sessionId: string;
  terminals: LiveFiguresJson["terminals"];
  nowMs: number;
}

/** The terminal that has been inactive longest, and the number of other inactive ones. */
function InactivePart({ sessionId, terminals, nowMs }: InactivePartProps) {
  const [longest, ...others] = inactiveTerminals(terminals, nowMs);
  if (!longest) return null;
  const span = formatDuration(nowMs - Date.parse(longest.last_payment_at ?? ""));
  const who = longest.operator_name?.split(" ")[0];
  const where = [longest.location, who].filter(Boolean).join(" · ");
  return (
    <Link
      href={`/events/${sessionId}/terminals?state=silent`}
      className="ml-auto flex min-w-66 items-center gap-2 overflow-clip border-amber-line border-l bg-amber-wash px-3.5 text-amber max-md:ml-0 max-md:min-h-11 max-md:rounded-phone max-md:border"
    >
      <TriangleAlert aria-hidden strokeWidth={2} className="size-3.5 shrink-0" />
      <span className="figures whitespace-nowrap font-medium">
        <span className="font-semibold text-ink">
          {others.length > 0 ? texts.terminalCount(others.length + 1) : longest.label}
        </span>{" "}
        {others.length === 0 && texts.silentFor(span)}
        {others.length > 0 && (
          <>
            {texts.silentLabel}
            <span className="md:@max-[760px]/page:hidden">{texts.theLongest(span)}</span>
          </>
        )}
      </span>
      {others.length === 0 && where && (
        <span className="truncate text-ink-2 @max-[940px]/page:hidden">{where}</span>
      )}
      <ChevronRight aria-hidden className="ml-auto size-4 shrink-0" />
    </Link>
  );
}

const STRIP =
  "flex min-h-10.5 items-stretch overflow-clip rounded-card border border-edge bg-surface text-body max-md:min-h-0 max-md:flex-col max-md:gap-3 max-md:rounded-none max-md:overflow-visible max-md:border-0 max-md:bg-transparent";

interface HealthStripProps {
  sessionId: string;
  live: LiveEvent;
  /** Shown for the deliveries of an event without a webhook address. */
  noWebhook: ReactNode;
}

/** Health of the stream, the bank notifications, the webhook deliveries and the terminals. */
export function HealthStrip({ sessionId, live, noWebhook }: HealthStripProps) {
  const { state, figures, rows, asOfMs } = live;
  const nowMs = useServerNow(figures?.as_of ?? "");
  const isStale = state === "stale";
  const lastAt = figures?.last_payment_at;
  return (
    <section aria-label={texts.health} className={STRIP}>
      <dl className="flex min-w-0 shrink-0 flex-wrap items-stretch md:max-w-full md:has-[+a]:max-w-[calc(100%-16.5rem)] max-md:-mt-2.5 max-md:min-h-5 md:-mt-px md:-ml-px">
        <div className={cn(PART, "gap-3 max-md:px-0")}>
          <dt className="sr-only">{texts.connection}</dt>
          <dd className="flex items-center gap-2.5">
            <LiveIndicator state={state} count={figures?.transaction_count ?? 0} />
            {!isStale && (
              <RecentPaymentsChart
                rows={rows}
                nowMs={nowMs}
                className="@max-[700px]/page:hidden @min-[940px]/page:@max-[1060px]/page:hidden"
              />
            )}
          </dd>
        </div>
        {isStale ? (
          <Part label={texts.lastSeen}>
            <Instant at={new Date(asOfMs)} />
          </Part>
        ) : (
          <div className={cn(PART, "max-md:px-2")}>
            <dt className="text-ink-2 max-md:lowercase">{texts.lastPayment}</dt>
            <dd className="font-medium max-md:text-ink-2">{lastAt ? <Ago at={lastAt} /> : texts.noneYet}</dd>
          </div>
        )}
        {isStale || !figures ? (
          <>
            <Part label={texts.bankWebhook}>{texts.notKnown}</Part>
            <Part label={texts.deliveries}>{texts.notKnown}</Part>
          </>
        ) : (
          <>
            <BankPart bank={figures.bank} />
            <DeliveriesPart deliveries={figures.deliveries} none={noWebhook} />
          </>
        )}
      </dl>
      {!isStale && figures && (
        <InactivePart sessionId={sessionId} terminals={figures.terminals} nowMs={nowMs} />
      )}
    </section>
  );
}
