"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { z } from "zod";
import { formatDate } from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { MemberRole } from "@/lib/core/roles";
import type { EventList } from "@/lib/sessions/contract";
import { getJson } from "../../shared/requests/api";
import { findOpener, returnFocus } from "../../ui/browser/return-focus";
import { cn } from "../../ui/display/cn";
import { SearchField } from "../../ui/forms/input";
import { type Command, findCommands, listNavCommands } from "./command-list";
import { getPageActions, openKeyList } from "./commands";
import * as texts from "./texts";
import { useFoundPayments } from "./use-found-payments";

const MAX_SHOWN = 50;

/** Returns the page's actions, the navigation commands and the events. */
function useCommands(role: MemberRole, sessionId: string | undefined): Command[] {
  const { data } = useQuery({
    queryKey: ["events", "all-names"],
    queryFn: ({ signal }) => getJson<z.input<typeof EventList>>("/api/dashboard/sessions?limit=200", signal),
  });
  const events = (data?.events ?? []).map((event) => ({
    id: event.session_id,
    name: stripInvisibleCharacters(event.name),
    group: texts.eventLabel(formatDate(event.starts_at ?? event.created_at)),
    also: `${stripInvisibleCharacters(event.venue ?? "")} ${event.external_event_id} ${event.session_id}`,
    href: `/events/${event.session_id}`,
  }));
  const actions = getPageActions().map(({ name, run }) => ({
    id: `do-${name}`,
    name,
    group: texts.onThisPage,
    run,
  }));
  const keys = {
    id: "keys",
    name: texts.keyboardShortcuts,
    group: texts.doLabel,
    also: texts.shortcutsKeyboardHelp,
    run: openKeyList,
  };
  return [...actions, ...listNavCommands(role, sessionId), keys, ...events];
}

interface CommandMenuProps {
  role: MemberRole;
  /** The event of the current page. */
  sessionId: string | undefined;
  /** Returns the text typed before the input had the focus, and stops the buffering. */
  takeTyped: () => string;
  onClose: () => void;
}

/** The command menu: searches pages, events, actions and the payments of all events. */
export function CommandMenu({ role, sessionId, takeTyped, onClose }: CommandMenuProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const opener = useRef<HTMLElement>(undefined);
  const { payments, note } = useFoundPayments(typed);
  const found = [...findCommands(useCommands(role, sessionId), typed).slice(0, MAX_SHOWN), ...payments];
  const chosen = found[Math.min(at, found.length - 1)];
  const choose = (command: Command) => {
    onClose();
    if (command.href) router.push(command.href);
    command.run?.();
  };
  const applyBufferedText = () => {
    const buffered = takeTyped();
    if (buffered) setTyped(buffered);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div data-modal="" className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <Radix.Content
          aria-modal
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = findOpener();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
          className="fixed inset-x-0 top-[12vh] z-50 mx-auto flex max-h-[70vh] w-[calc(100vw-2rem)] max-w-[560px] animate-dialog-in flex-col overflow-hidden rounded-dialog border border-edge bg-surface shadow-high outline-none max-md:top-4"
        >
          <Radix.Title className="sr-only">{texts.searchOrRunACommand}</Radix.Title>
          <div className="border-edge border-b p-2">
            <SearchField
              size="large"
              role="combobox"
              aria-label={texts.searchOrRunACommand}
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
              placeholder={texts.aPageAnEventA}
              boxClassName="border-transparent has-focus-visible:outline-none"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setAt(0);
              }}
              onFocus={applyBufferedText}
              onKeyDown={press}
            />
          </div>
          <CommandList id={listId} found={found} note={note} chosen={chosen} onChoose={choose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface CommandListProps {
  id: string;
  found: readonly Command[];
  /** Shown after the results. */
  note: string | undefined;
  chosen: Command | undefined;
  onChoose: (command: Command) => void;
}

function CommandList({ id, found, note, chosen, onChoose }: CommandListProps) {
  return (
    <div className="min-h-0 overflow-y-auto p-1.5">
      <div id={id} role="listbox" aria-label={texts.results}>
        {found.map((command) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            ref={command === chosen ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
            className={cn(
              "flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-chip px-2.5 hover:bg-subtle max-md:min-h-11",
              command === chosen && "bg-subtle",
            )}
            onClick={() => onChoose(command)}
          >
            <bdi className="truncate font-medium">{command.name}</bdi>
            <span className="shrink-0 text-ink-3 text-meta">{command.group}</span>
          </div>
        ))}
      </div>
      {note ? (
        <p className="px-2.5 py-2.5 text-ink-3">{note}</p>
      ) : (
        found.length === 0 && <p className="px-2.5 py-6 text-center text-ink-3">{texts.noResults}</p>
      )}
    </div>
  );
}
