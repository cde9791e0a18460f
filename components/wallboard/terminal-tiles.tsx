"use client";

import { TriangleAlert } from "@/components/ui/icons/icons";
import { formatDuration } from "@/lib/core/format/format-date";
import { nairaParts, toKobo } from "@/lib/core/format/naira";
import { isInactive } from "../live-feed/inactive-terminals";
import { Ago } from "../shared/format/ago";
import { cn } from "../ui/display/cn";
import type { WallboardFiguresJson } from "./api";
import * as texts from "./texts";

type Terminal = WallboardFiguresJson["terminals"][number];

/** Maximum number of tiles that can be read from six metres away. */
const MAX_TILES = 8;

/**
 * Returns all terminals in order if they fit; otherwise inactive ones first, then by takings, and the number
 * omitted.
 */
function selectTiles(terminals: readonly Terminal[], nowMs: number): { shown: Terminal[]; more: number } {
  if (terminals.length <= MAX_TILES) return { shown: [...terminals], more: 0 };
  const rank = (one: Terminal) => (isInactive(one, nowMs) ? 1 : 0);
  const ranked = terminals.toSorted(
    (a, b) => rank(b) - rank(a) || (toKobo(b.amount) > toKobo(a.amount) ? 1 : -1),
  );
  return { shown: ranked.slice(0, MAX_TILES - 1), more: terminals.length - MAX_TILES + 1 };
}

const TILE = "@container/tile flex min-w-0 flex-1 flex-col rounded-wallboard border px-4.5 py-4";

/** Approximate width of a digit of the amount, in em. */
const CHARACTER_EM = 0.62;

/** Returns a font size at which the full amount fits its tile. */
const amountFontSize = (text: string) =>
  `min(1.5rem, calc(100cqi / ${(text.length * CHARACTER_EM).toFixed(2)}))`;

interface TileProps extends Pick<TerminalTilesProps, "isKnown" | "isClosed" | "nowMs"> {
  terminal: Terminal;
}

function Tile({ terminal, nowMs, isKnown, isClosed }: TileProps) {
  const { label, location, amount, last_payment_at: lastAt } = terminal;
  const inactive = isKnown && isInactive(terminal, nowMs);
  return (
    <li className={cn(TILE, inactive ? "border-amber-dot bg-amber-wash" : "border-edge bg-surface")}>
      <p className="flex items-center justify-between font-semibold text-[1.125rem]/6">
        {label}
        {inactive ? (
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
      <p className="min-h-5 truncate text-[.9375rem]/5 text-ink-2">{location}</p>
      <p
        className="figures mt-2 whitespace-nowrap font-semibold leading-8"
        style={{ fontSize: amountFontSize(nairaParts(amount).whole) }}
      >
        {nairaParts(amount).whole}
      </p>
      <p className="text-[.9375rem]/5 text-ink-3">
        {inactive && lastAt ? (
          <span className="figures font-semibold text-amber">
            {texts.silent(formatDuration(nowMs - Date.parse(lastAt)))}
          </span>
        ) : lastAt ? (
          <Ago at={lastAt} />
        ) : (
          (isClosed && texts.tookNothing) || texts.noPaymentsYet
        )}
      </p>
    </li>
  );
}

interface TerminalTilesProps {
  terminals: readonly Terminal[];
  isKnown: boolean;
  /** Terminals of a closed event take no payments. */
  isClosed: boolean;
  nowMs: number;
}

/** Terminals with their takings and whether they are inactive. */
export function TerminalTiles({ terminals, isKnown, isClosed, nowMs }: TerminalTilesProps) {
  const { shown, more } = selectTiles(terminals, nowMs);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={texts.terminals} className="flex gap-3.5 portrait:grid portrait:grid-cols-4">
      {shown.map((terminal) => (
        <Tile key={terminal.terminal_id} terminal={terminal} {...{ nowMs, isKnown, isClosed }} />
      ))}
      {more > 0 && (
        <li
          className={cn(TILE, "items-center justify-center border-edge bg-surface text-[1.25rem] text-ink-2")}
        >
          {texts.more(more)}
        </li>
      )}
    </ul>
  );
}
