"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "./button";

interface Toast {
  text: string;
  tone?: "done" | "failed";
  action?: { label: string; onPress: () => void };
}
type Shown = Toast & { id: number };

/** Long enough to read twice; what failed stays until it is closed. */
const SHOWN_MS = 6_000;
const AT_ONCE = 3;

let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

const close = (id: number) => show(shown.filter((one) => one.id !== id));

/** Says in a corner of the page what has happened, and to a screen reader when it next pauses. */
export function toast(given: Toast): void {
  lastId += 1;
  show([...shown, { ...given, id: lastId }].slice(-AT_ONCE));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly Shown[] = [];

/** Where toasts appear; once a page. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-60 flex w-[min(420px,calc(100vw-2rem))] flex-col gap-2 max-md:bottom-20 print:hidden"
    >
      {toasts.map((one) => (
        <OneToast key={one.id} toast={one} />
      ))}
    </div>
  );
}

function OneToast({ toast: { id, text, tone = "done", action } }: { toast: Shown }) {
  useEffect(() => {
    if (tone === "failed") return;
    const timer = setTimeout(close, SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, tone]);
  const act = () => {
    close(id);
    action?.onPress();
  };
  return (
    <div className="pointer-events-auto flex min-h-11 animate-toast-in items-center gap-2.5 rounded-field border border-edge bg-surface py-1.5 pr-1.5 pl-3 text-body shadow-pop">
      {tone === "done" ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-brand" />
      ) : (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-red" />
      )}
      <span className="min-w-0 flex-1">{text}</span>
      {action && (
        <Button tone="ghost" size="small" onClick={act}>
          {action.label}
        </Button>
      )}
      <Button tone="ghost" size="small" square aria-label="Close message" onClick={() => close(id)}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
