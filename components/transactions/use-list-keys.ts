"use client";

import { type RefObject, useEffect } from "react";
import { isTyping } from "../ui/typing";

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  /** While a drawer is open, `j` and `k` are its own. */
  isDrawerOpen: boolean;
  onPause: () => void;
}

/** The list's keys: `j` and `k` go to the next and the last row, `p` pauses, `e` opens the export. */
export function useListKeys({ list, isDrawerOpen, onPause }: ListKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.documentElement.dataset.keys === "off") return;
      if (document.querySelector('[role="dialog"][data-state="open"], [role="menu"]')) return;
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      if (step !== 0 && !isDrawerOpen) moveFocus(list.current, step);
      else if (event.key === "p") onPause();
      else if (event.key === "e") pressExport(list.current);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, isDrawerOpen, onPause]);
}

function moveFocus(list: HTMLElement | null, step: number): void {
  const all = [...(list?.querySelectorAll<HTMLElement>("[data-opens]") ?? [])];
  const rows = all.filter((opener) => opener.offsetParent !== null);
  const now = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[now === -1 ? 0 : now + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Menus open on the press of the pointer, or on Enter. */
function pressExport(list: HTMLElement | null): void {
  const button = list?.querySelector<HTMLElement>("[data-export-key]");
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
