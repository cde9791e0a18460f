"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { z } from "zod";
import {
  ArrowRight,
  CalendarDays,
  Download,
  type IconType,
  Keyboard,
  Pause,
} from "@/components/ui/icons/icons";
import { formatDate } from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import type { MemberRole } from "@/lib/core/roles";
import type { EventList } from "@/lib/sessions/contract";
import { getJson } from "../../shared/requests/api";
import { findOpener, returnFocus } from "../../ui/browser/return-focus";
import { Kbd } from "../../ui/display/kbd";
import { SearchField } from "../../ui/forms/input";
import { type Command, findCommands, groupCommands, listNavCommands } from "./command-list";
import { CommandList } from "./command-rows";
import { getPageActions, openKeyList } from "./commands";
import * as texts from "./texts";
import { useFoundPayments } from "./use-found-payments";

const MAX_SHOWN = 50;

/** The icons of the pages' actions by their key. */
const ACTION_ICONS: Record<string, IconType> = { e: Download, p: Pause };

/** Returns the page's actions, the navigation commands and the events. */
function useCommands(role: MemberRole, sessionId: string | undefined): Command[] {
  const { data } = useQuery({
    queryKey: ["events", "all-names"],
    queryFn: ({ signal }) => getJson<z.input<typeof EventList>>("/api/dashboard/sessions?limit=200", signal),
  });
  const events = (data?.events ?? []).map((event) => ({
    id: event.session_id,
    name: stripInvisibleCharacters(event.name),
    group: texts.events,
    detail: formatDate(event.starts_at ?? event.created_at),
    icon: CalendarDays,
    also: `${stripInvisibleCharacters(event.venue ?? "")} ${event.external_event_id} ${event.session_id}`,
    href: `/events/${event.session_id}`,
  }));
  const actions = getPageActions().map(({ name, key, run }) => ({
    id: `do-${name}`,
    name,
    group: texts.commands,
    also: texts.onThisPage,
    icon: ACTION_ICONS[key ?? ""] ?? ArrowRight,
    ...(key && { shortcut: key }),
    run,
  }));
  const keys = {
    id: "keys",
    name: texts.keyboardShortcuts,
    group: texts.commands,
    also: texts.shortcutsKeyboardHelp,
    icon: Keyboard,
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
  const { payments, note, retry } = useFoundPayments(typed);
  const commands = findCommands(useCommands(role, sessionId), typed).slice(0, MAX_SHOWN);
  // The payments are last: they arrive later, and the chosen result must stay where it is.
  const groups = groupCommands([...commands, ...payments]);
  const found = groups.flatMap((group) => group.commands);
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
          className="fixed inset-x-0 top-[min(12vh,6rem)] z-50 mx-auto flex max-h-[70vh] w-[calc(100vw-2rem)] max-w-[640px] animate-dialog-in flex-col overflow-hidden rounded-dialog border border-edge bg-surface shadow-high outline-none max-md:top-4"
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
              placeholder={texts.pageEventPaymentOrAction}
              boxClassName="border-transparent has-focus-visible:outline-none"
              end={
                <span aria-hidden className="max-md:hidden">
                  <Kbd>{texts.esc}</Kbd>
                </span>
              }
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setAt(0);
              }}
              onFocus={applyBufferedText}
              onKeyDown={press}
            />
          </div>
          <CommandList
            id={listId}
            groups={groups}
            typed={typed}
            note={note}
            onRetry={retry}
            chosen={chosen}
            onChoose={choose}
          />
          <Hints />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The keys of the menu and what a search finds a payment by. */
function Hints() {
  return (
    <div className="flex items-center gap-4 border-edge border-t bg-subtle px-4 py-2 text-ink-3 text-meta max-md:hidden">
      <span aria-hidden className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {texts.move}
      </span>
      <span aria-hidden className="flex items-center gap-1.5">
        <Kbd>{texts.enterKey}</Kbd>
        {texts.open}
      </span>
      <span className="ml-auto">{texts.payerReferenceAmountOrDigits}</span>
    </div>
  );
}
