import { memo } from "react";
import { computeShares, formatCount } from "@/lib/core/format/count";
import { formatDuration, formatTime } from "@/lib/core/format/format-date";
import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { computeAverage } from "@/lib/core/kobo";
import { SplitBar } from "../../charts/split-bar";
import type { LiveFiguresJson } from "../../live-feed/live-provider";
import { ChannelSwatch, channelStyle } from "../../shared/format/channel";
import { Naira } from "../../shared/format/money";
import { Chip } from "../../ui/display/chip";
import { cn } from "../../ui/display/cn";
import { RollingNaira } from "./rolling-naira";
import * as texts from "./texts";

interface TotalCardProps {
  figures: LiveFiguresJson;
  /** Set if the figures are stale: their time, and their age. */
  stale: { atMs: number; ageMs: number } | undefined;
  className?: string;
}

function Aside({ figures, stale }: TotalCardProps) {
  if (stale) return <Chip>{texts.ageOfFigures(formatDuration(stale.ageMs))}</Chip>;
  if (figures.status === "closed") return <Chip>{texts.closed}</Chip>;
  if (toKobo(figures.last_five_minutes) === 0n) return null;
  const text = texts.in5Min(formatNaira(figures.last_five_minutes, { plus: true }));
  return (
    // Replaced when it gets longer: it is at the right edge, so that its start would shift.
    <Chip key={text.length} tone="green" className="figures">
      {text}
    </Chip>
  );
}

function titleOf({ figures, stale }: TotalCardProps): string {
  if (stale) return texts.totalTakenAt(formatTime(new Date(stale.atMs)));
  return figures.status === "closed" ? texts.finalTotal : texts.totalTaken;
}

/** Total taken, by channel, and the payments that do not count. */
export const TotalCard = memo(function TotalCard(props: TotalCardProps) {
  const { figures, className } = props;
  const { total_inflow, successful_count, by_channel } = figures;
  const average = computeAverage(toKobo(total_inflow), successful_count);
  return (
    <section aria-label={titleOf(props)} className={cn("@container/total flex flex-col p-4", className)}>
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-body text-ink-2">{titleOf(props)}</h2>
        <Aside {...props} />
      </div>
      <RollingNaira amount={total_inflow} fits className="text-hero" />
      <p className="figures mt-0.5 text-body text-ink-2 max-md:hidden">
        {[texts.countPayments(successful_count), average !== undefined && texts.average(formatNaira(average))]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <SplitBar
        label={texts.totalTaken}
        className="mt-auto max-md:mt-2.5"
        parts={by_channel.map(({ channel, amount }) => ({
          key: channel,
          label: channelStyle(channel).name.toLowerCase(),
          value: toKobo(amount),
          className: channelStyle(channel).swatch,
        }))}
      />
      <Channels by_channel={by_channel} />
      <Uncounted {...figures} />
    </section>
  );
});

function Channels({ by_channel }: Pick<LiveFiguresJson, "by_channel">) {
  const shares = computeShares(by_channel.map(({ amount }) => toKobo(amount)));
  return (
    <ul className="mt-2.5 flex flex-col gap-1 text-body max-md:gap-2 max-md:text-touch">
      {by_channel.map(({ channel, count, amount }, index) => (
        <li
          key={channel}
          className="figures flex flex-wrap items-baseline justify-end gap-x-2 whitespace-nowrap"
        >
          <ChannelSwatch channel={channel} className="size-2.25 self-center" />
          <span className="mr-auto text-ink-2">{channelStyle(channel).name}</span>
          <span
            key={`count ${formatCount(count).length}`}
            className="text-ink-3 @max-[300px]/total:sr-only max-md:sr-only"
          >
            {formatCount(count)}
            <span className="sr-only">{texts.payments}</span>
          </span>
          <Naira amount={amount} size="row" className="min-w-28 text-right" />
          <span
            key={`share ${String(shares[index]).length}`}
            className="w-9 text-right text-ink-3 @max-[270px]/total:sr-only max-md:w-11"
          >
            {shares[index]}%
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Pending and failed payments, which are in no total. */
function Uncounted(figures: LiveFiguresJson) {
  return (
    <p className="figures mt-3 flex flex-wrap justify-between gap-x-3 border-edge border-t pt-2.5 text-body text-ink-2 max-md:hidden">
      <span className="flex items-center gap-2">
        <span aria-hidden className="size-1.5 rounded-full bg-amber-dot" />
        <span>
          <span className="font-semibold text-ink">{formatCount(figures.pending_count)}</span>
          {texts.pending}
          <Naira amount={figures.pending_amount} status="pending" className="font-normal" />
        </span>
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden className="size-1.5 rounded-full bg-red-solid" />
        <span>
          <span className="font-semibold text-ink">{formatCount(figures.failed_count)}</span>
          {texts.failedNotCounted}
        </span>
      </span>
    </p>
  );
}
