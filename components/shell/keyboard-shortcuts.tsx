"use client";

import { usePathname, useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { MemberRole } from "@/lib/core/roles";
import { isEditableTarget } from "../ui/is-editable-target";
import { LazyPart, prefetch } from "../ui/lazy";
import { act, onOpened } from "./commands";
import { sessionIn } from "./navigation";
import { type ShortcutAction, shortcutAction } from "./shortcuts";

const fetchCommands = () => import("./command-menu").then((one) => one.CommandMenu);
const fetchKeys = () => import("./key-list").then((one) => one.KeyList);

/** How long after `g` the second key may come. */
const GO_MS = 1_200;
const IN_DIALOG = '[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"], [data-modal]';

/** The focus goes to the next row that opens something, or to the first. */
function moveBy(step: 1 | -1): void {
  const openers = [...document.querySelectorAll<HTMLElement>("[data-opens]")].filter(
    (one) => one.offsetParent,
  );
  const at = openers.findIndex((one) => one.matches(":focus"));
  const next = openers[at === -1 ? 0 : at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function isOff(event: KeyboardEvent): boolean {
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

/** Does what a key asks for; answers whether there was anything to do. */
function runShortcut(wish: ShortcutAction, { keys, go }: Openers): boolean {
  if (wish.kind === "keys") keys();
  else if (wish.kind === "go") go(wish.href);
  else if (wish.kind === "move") {
    // An open drawer moves itself, and must still hear the key.
    if (document.querySelector("[data-drawer]")) return false;
    moveBy(wish.by);
  } else if (wish.kind === "search") {
    const field = document.querySelector<HTMLElement>("[data-search-key]");
    field?.focus();
    return field !== null;
  } else {
    return act(wish.key);
  }
  return true;
}

/** Keeps what is typed while the command menu is on its way. Answers whether the key was one of these. */
function keep(typed: RefObject<string | undefined>, event: KeyboardEvent): boolean {
  if (typed.current === undefined) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return false;
  typed.current += event.key;
  return true;
}

function useShortcuts(role: MemberRole, openers: Openers, typed: RefObject<string | undefined>): void {
  const sessionId = sessionIn(usePathname());
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return openers.commands();
      }
      if (event.key === "Control" || event.key === "Meta") prefetch(fetchCommands);
      if (keep(typed, event)) return event.preventDefault();
      if (isOff(event) || isEditableTarget(event.target) || document.querySelector(IN_DIALOG)) return;
      const afterGo = event.timeStamp - goAt < GO_MS;
      goAt = event.key === "g" && !afterGo ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const wish = shortcutAction({ key: event.key, afterGo, sessionId, role });
      if (wish && runShortcut(wish, openers)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [sessionId, role, openers, typed]);
}

/** The keys of every page, the command menu and the list of keys; both are fetched when they are first wanted. */
export function KeyboardShortcuts({ role }: { role: MemberRole }) {
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
  useShortcuts(role, openers, typed);
  useEffect(() => onOpened(openers.commands, openers.keys), [openers]);
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
        <LazyPart part={fetchCommands} given={{ role, takeTyped, onClose: close }} onFailed={close} />
      )}
      {open === "keys" && <LazyPart part={fetchKeys} given={{ onClose: close }} onFailed={close} />}
    </>
  );
}
