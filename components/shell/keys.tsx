"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { MemberRole } from "@/lib/core/roles";
import { isTyping } from "../ui/typing";
import { onOpened, pageActions } from "./commands";
import { sessionIn } from "./places";
import { type Wish, wishOf } from "./shortcuts";

const CommandMenu = dynamic(() => import("./command-menu").then((one) => one.CommandMenu));
const KeyList = dynamic(() => import("./key-list").then((one) => one.KeyList));

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
function grant(wish: Wish, { keys, go }: Openers): boolean {
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
    const action = pageActions().find(({ key }) => key === wish.key);
    action?.run();
    return action !== undefined;
  }
  return true;
}

function usePressedKeys(role: MemberRole, openers: Openers): void {
  const sessionId = sessionIn(usePathname());
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return openers.commands();
      }
      if (isOff(event) || isTyping(event.target) || document.querySelector(IN_DIALOG)) return;
      const afterGo = event.timeStamp - goAt < GO_MS;
      goAt = event.key === "g" && !afterGo ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const wish = wishOf({ key: event.key, afterGo, sessionId, role });
      if (wish && grant(wish, openers)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [sessionId, role, openers]);
}

/** The keys of every page, the command menu and the list of keys; both are fetched when they are first wanted. */
export function Keys({ role }: { role: MemberRole }) {
  const router = useRouter();
  const [open, setOpen] = useState<"commands" | "keys">();
  const [openers] = useState<Openers>(() => ({
    commands: () => setOpen("commands"),
    keys: () => setOpen("keys"),
    go: (href) => router.push(href),
  }));
  usePressedKeys(role, openers);
  useEffect(() => onOpened(openers.commands, openers.keys), [openers]);
  const close = () => setOpen(undefined);
  return (
    <>
      {open === "commands" && <CommandMenu role={role} onClose={close} />}
      {open === "keys" && <KeyList onClose={close} />}
    </>
  );
}
