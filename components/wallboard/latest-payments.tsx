import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { channelStyle } from "../shared/format/channel";
import { Naira } from "../shared/format/money";
import { cn } from "../ui/display/cn";
import type { WallboardFiguresJson, WallboardRowJson } from "./api";
import * as texts from "./texts";

const MAX_ROWS = 9;

const STATUS_COLOURS = { successful: "", pending: "text-amber", failed: "text-red" } as const;

function Payment({ row, isFirst }: { row: WallboardRowJson; isFirst: boolean }) {
  const { icon: Icon, name, ink } = channelStyle(row.channel);
  const where = [row.terminal_label, row.location].filter(Boolean).join(" · ") || name;
  return (
    <li
      className={cn(
        "flex min-h-0 flex-1 items-center gap-4.5 border-edge border-t px-5.5",
        isFirst && "bg-brand-wash shadow-[inset_.3125rem_0_0_var(--brand-solid)]",
      )}
    >
      <Icon aria-hidden className={cn("size-6 shrink-0", ink)} />
      <span className="mr-auto min-w-0">
        <bdi className="block truncate text-left font-semibold text-[1.375rem]/7">{row.payer}</bdi>
        <span className="block truncate text-[1rem]/5 text-ink-3">
          {where}
          {row.status !== "successful" && <span className={STATUS_COLOURS[row.status]}> · {row.status}</span>}
        </span>
      </span>
      <Naira amount={row.amount} status={row.status} className="font-semibold text-[1.5rem]" />
    </li>
  );
}

interface LatestProps {
  figures: WallboardFiguresJson;
  rows: readonly WallboardRowJson[];
  isKnown: boolean;
}

/** The latest payments. */
export function LatestPayments({ figures, rows, isKnown }: LatestProps) {
  const recentAmount = figures.last_five_minutes;
  return (
    <section
      aria-label={texts.latestPayments}
      className="flex min-h-0 flex-col overflow-clip rounded-wallboard border border-edge bg-surface"
    >
      <h2 className="flex items-center justify-between px-5.5 py-4 font-semibold text-[1.25rem]/7">
        {texts.latest}
        {isKnown && figures.status === "active" && toKobo(recentAmount) > 0n && (
          <span className="figures text-brand">
            {texts.in5Min(formatNaira(recentAmount, { plus: true }))}
          </span>
        )}
      </h2>
      <ul className="flex min-h-0 flex-1 flex-col">
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          <Payment key={row.sequence} row={row} isFirst={index === 0 && isKnown} />
        ))}
        {rows.length === 0 && (
          <li className="border-edge border-t px-5.5 py-6 text-[1.125rem] text-ink-3">
            {texts.noPaymentsYet}
          </li>
        )}
        {Array.from({ length: Math.max(0, MAX_ROWS - Math.max(1, rows.length)) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty slots have no other identity
          <li key={`empty-${index}`} aria-hidden className="flex-1" />
        ))}
      </ul>
    </section>
  );
}
