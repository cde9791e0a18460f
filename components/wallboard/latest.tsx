import { formatNaira, readMoney } from "@/lib/core/naira";
import { channelLook } from "../shared/channel";
import { Naira } from "../shared/money";
import { cn } from "../ui/cn";
import type { WallFiguresWire, WallRowWire } from "./api";

const SHOWN = 9;

const STATUS_INKS = { successful: "", pending: "text-amber", failed: "text-red" } as const;

function Payment({ row, isFirst }: { row: WallRowWire; isFirst: boolean }) {
  const { icon: Icon, name, ink } = channelLook(row.channel);
  const where = [row.terminal_label, row.place].filter(Boolean).join(" · ") || name;
  const standing = row.status === "successful" ? "counted" : row.status;
  return (
    <li
      className={cn(
        "flex min-h-0 flex-1 items-center gap-4.5 border-edge border-t px-5.5",
        isFirst && "bg-brand-wash shadow-[inset_.3125rem_0_0_var(--brand-solid)]",
      )}
    >
      <Icon aria-hidden className={cn("size-6 shrink-0", ink)} />
      <span className="mr-auto min-w-0">
        <span className="block truncate font-semibold text-[1.375rem]/7">{row.payer}</span>
        <span className="block truncate text-[1rem]/5 text-ink-3">
          {where}
          {row.status !== "successful" && <span className={STATUS_INKS[row.status]}> · {row.status}</span>}
        </span>
      </span>
      <Naira amount={row.amount} standing={standing} className="font-semibold text-[1.5rem]" />
    </li>
  );
}

interface LatestProps {
  figures: WallFiguresWire;
  rows: readonly WallRowWire[];
  isKnown: boolean;
}

/** What has just come in. */
export function Latest({ figures, rows, isKnown }: LatestProps) {
  const lately = figures.last_five_minutes;
  return (
    <section
      aria-label="Latest payments"
      className="flex min-h-0 flex-col overflow-clip rounded-wall border border-edge bg-surface"
    >
      <h2 className="flex items-center justify-between px-5.5 py-4 font-semibold text-[1.25rem]/7">
        Latest
        {isKnown && figures.status === "active" && readMoney(lately) > 0n && (
          <span className="figures text-brand">{formatNaira(lately, { plus: true })} in 5 min</span>
        )}
      </h2>
      <ul className="flex min-h-0 flex-1 flex-col">
        {rows.slice(0, SHOWN).map((row, index) => (
          <Payment key={row.number} row={row} isFirst={index === 0 && isKnown} />
        ))}
        {rows.length === 0 && (
          <li className="border-edge border-t px-5.5 py-6 text-[1.125rem] text-ink-3">No payments yet</li>
        )}
        {Array.from({ length: Math.max(0, SHOWN - Math.max(1, rows.length)) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty places have no other identity
          <li key={`empty-${index}`} aria-hidden className="flex-1" />
        ))}
      </ul>
    </section>
  );
}
