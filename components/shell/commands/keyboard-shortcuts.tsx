"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { MemberRole } from "@/lib/core/roles";
import { isEditableTarget } from "../../ui/browser/is-editable-target";
import { LazyPart, prefetch } from "../../ui/overlays/lazy";
import { type FirstEvent, useEventHead } from "../event-head";
import { listenForOpen, runPageAction } from "./commands";
import { type ShortcutAction, shortcutAction } from "./shortcuts";

const fetchCommands = () => import("./command-menu").then((one) => one.CommandMenu);
const fetchKeys = () => import("./key-list").then((one) => one.KeyList);

/** Maximum time between `g` and the second key. */
const GO_MS = 1_200;
const IN_DIALOG = '[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"], [data-modal]';

/** Moves the focus to the next or previous row that can be opened, or to the first if none has it. */
function moveFocus(step: 1 | -1): void {
  const openers = [...document.querySelectorAll<HTMLElement>("[data-opens]")].filter(
    (one) => one.offsetParent,
  );
  const at = openers.findIndex((one) => one.matches(":focus"));
  const next = openers[at === -1 ? 0 : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function shouldIgnore(event: KeyboardEvent): boolean {
  const withModifier = event.ctrlKey || event.metaKey || event.altKey;
  return (
    event.defaultPrevented || event.repeat || withModifier || document.documentElement.dataset.keys === "off"
  );
}

interface Openers {
  commands: () => void;
  keys: () => void;
  go: (href: string) => void;
}

/** Runs a shortcut's action; returns whether it was handled. */
function runShortcut(action: ShortcutAction, { keys, go }: Openers): boolean {
  if (action.kind === "keys") keys();
  else if (action.kind === "go") go(action.href);
  else if (action.kind === "move") {
    // An open drawer handles the key itself, so the event must reach it.
    if (document.querySelector("[data-drawer]")) return false;
    moveFocus(action.by);
  } else if (action.kind === "search") {
    const field = document.querySelector<HTMLElement>("[data-search-key]");
    field?.focus();
    return field !== null;
  } else {
    return runPageAction(action.key);
  }
  return true;
}

/** Buffers typed text while the command menu is loading. Returns whether the key was buffered. */
function bufferKey(typed: RefObject<string | undefined>, event: KeyboardEvent): boolean {
  if (typed.current === undefined) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return false;
  typed.current += event.key;
  return true;
}

interface ShortcutScope {
  role: MemberRole;
  /** The event of the current page. */
  sessionId: string | undefined;
}

function useShortcuts(
  { role, sessionId }: ShortcutScope,
  openers: Openers,
  typed: RefObject<string | undefined>,
): void {
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return openers.commands();
      }
      if (event.key === "Control" || event.key === "Meta") prefetch(fetchCommands);
      if (bufferKey(typed, event)) return event.preventDefault();
      if (shouldIgnore(event) || isEditableTarget(event.target) || document.querySelector(IN_DIALOG)) return;
      const afterGo = event.timeStamp - goAt < GO_MS;
      goAt = event.key === "g" && !afterGo ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const action = shortcutAction({ key: event.key, afterGo, sessionId, role });
      if (action && runShortcut(action, openers)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [sessionId, role, openers, typed]);
}

/** Keyboard shortcuts of every page, with the command menu and the shortcut list, which are loaded on first use. */
export function KeyboardShortcuts({ role, first }: { role: MemberRole; first: FirstEvent | undefined }) {
  const { sessionId } = useEventHead(first);
  const router = useRouter();
  const [open, setOpen] = useState<"commands" | "keys">();
  const typed = useRef<string | undefined>(undefined);
  const [openers] = useState<Openers>(() => ({
    commands: () => {
      if (!document.querySelector(IN_DIALOG)) typed.current ??= "";
      setOpen("commands");
    },
    keys: () => setOpen("keys"),
    go: (href) => router.push(href),
  }));
  useShortcuts({ role, sessionId }, openers, typed);
  useEffect(() => listenForOpen(openers.commands, openers.keys), [openers]);
  const takeTyped = () => {
    const taken = typed.current ?? "";
    typed.current = undefined;
    return taken;
  };
  const close = () => {
    typed.current = undefined;
    setOpen(undefined);
  };
  return (
    <>
      {open === "commands" && (
        <LazyPart
          part={fetchCommands}
          given={{ role, sessionId, takeTyped, onClose: close }}
          onFailed={close}
        />
      )}
      {open === "keys" && <LazyPart part={fetchKeys} given={{ onClose: close }} onFailed={close} />}
    </>
  );
}
