import type { TerminalListProps } from "../terminal-list";
import { TerminalCard } from "./terminal-card";
import * as texts from "./texts";

/** Terminals as cards in a grid. */
export function TerminalGrid({ terminals, getStatus, slots, highest, selected, onOpen }: TerminalListProps) {
  return (
    <ul
      aria-label={texts.terminals}
      className="grid gap-3 @min-[560px]/page:grid-cols-2 @min-[820px]/page:grid-cols-3 @min-[1000px]/page:grid-cols-4"
    >
      {terminals.map((terminal) => (
        <TerminalCard
          key={terminal.terminal_id}
          terminal={terminal}
          status={getStatus(terminal)}
          slots={slots}
          highest={highest}
          selected={terminal.terminal_id === selected}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}
