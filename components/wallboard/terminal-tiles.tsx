"use client";

import { TriangleAlert } from "lucide-react";
import { formatSpan } from "@/lib/core/format-date";
import { nairaParts, readMoney } from "@/lib/core/naira";
import { isInactive } from "../event-live/inactive-terminals";
import { Ago } from "../shared/ago";
import { cn } from "../ui/cn";
import type { WallFiguresWire } from "./api";

type Terminal = WallFiguresWire["terminals"][number];

/** As many as can be read from six metres away. */
const MAX_TILES = 8;

/** In their order where all have room; else the silent first, then by takings, and how many more there are. */
function chosen(terminals: readonly Terminal[], nowMs: number): { shown: Terminal[]; more: number } {
  if (terminals.length <= MAX_TILES) return { shown: [...terminals], more: 0 };
  const rank = (one: Terminal) => (isInactive(one, nowMs) ? 1 : 0);
  const ranked = terminals.toSorted(
    (a, b) => rank(b) - rank(a) || (readMoney(b.amount) > readMoney(a.amount) ? 1 : -1),
  );
  return { shown: ranked.slice(0, MAX_TILES - 1), more: terminals.length - MAX_TILES + 1 };
}

const TILE = "@container/tile flex min-w-0 flex-1 flex-col rounded-wall border px-4.5 py-4";

/** A digit of a tile's amount is about so many ems wide. */
const CHARACTER_EM = 0.62;

/** As large as it fits in its tile: an amount is never cut. */
const amountSize = (text: string) => `min(1.5rem, calc(100cqi / ${(text.length * CHARACTER_EM).toFixed(2)}))`;

interface TileProps extends Pick<TerminalTilesProps, "isKnown" | "isClosed" | "nowMs"> {
  terminal: Terminal;
}

function Tile({ terminal, nowMs, isKnown, isClosed }: TileProps) {
  const { label, place, amount, last_payment_at: lastAt } = terminal;
  const silent = isKnown && isInactive(terminal, nowMs);
  return (
    <li className={cn(TILE, silent ? "border-amber-dot bg-amber-wash" : "border-edge bg-surface")}>
      <p className="flex items-center justify-between font-semibold text-[1.125rem]/6">
        {label}
        {silent ? (
          <TriangleAlert aria-hidden className="size-4.5 text-amber" />
        ) : (
          <span
            aria-hidden
            className={cn(
              "size-2.5 rounded-full",
              lastAt && isKnown && !isClosed ? "bg-brand-solid" : "bg-ink-3",
            )}
          />
        )}
      </p>
      <p className="min-h-5 truncate text-[.9375rem]/5 text-ink-2">{place}</p>
      <p
        className="figures mt-2 whitespace-nowrap font-semibold leading-8"
        style={{ fontSize: amountSize(nairaParts(amount).whole) }}
      >
        {nairaParts(amount).whole}
      </p>
      <p className="text-[.9375rem]/5 text-ink-3">
        {silent && lastAt ? (
          <span className="figures font-semibold text-amber">
            Silent {formatSpan(nowMs - Date.parse(lastAt))}
          </span>
        ) : lastAt ? (
          <Ago at={lastAt} />
        ) : (
          (isClosed && "Took nothing") || "Not heard from"
        )}
      </p>
    </li>
  );
}

interface TerminalTilesProps {
  terminals: readonly Terminal[];
  isKnown: boolean;
  /** Of a closed event none takes anything any more. */
  isClosed: boolean;
  nowMs: number;
}

/** Who is taking, and who has fallen silent. */
export function TerminalTiles({ terminals, isKnown, isClosed, nowMs }: TerminalTilesProps) {
  const { shown, more } = chosen(terminals, nowMs);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Terminals" className="flex gap-3.5 portrait:grid portrait:grid-cols-4">
      {shown.map((terminal) => (
        <Tile key={terminal.terminal_id} terminal={terminal} {...{ nowMs, isKnown, isClosed }} />
      ))}
      {more > 0 && (
        <li
          className={cn(TILE, "items-center justify-center border-edge bg-surface text-[1.25rem] text-ink-2")}
        >
          + {more} more
        </li>
      )}
    </ul>
  );
}
