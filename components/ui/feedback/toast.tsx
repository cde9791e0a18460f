"use client";

import { useEffect } from "react";
import { CircleAlert, CircleCheck, X } from "@/components/ui/icons/icons";
import { announce } from "../browser/live-region";
import { sharedStore, useSharedStore } from "../browser/shared-store";
import { Button } from "../forms/button";
import * as texts from "./texts";

interface Toast {
  text: string;
  tone?: "done" | "failed";
  action?: { label: string; onPress: () => void };
}
type Shown = Toast & { id: number };

/** Display time, long enough to read twice; errors stay until closed. */
const SHOWN_MS = 6_000;
const MAX_TOASTS = 3;

const toastStore = sharedStore<readonly Shown[]>([]);
let lastId = 0;

const close = (id: number) => toastStore.set(toastStore.get().filter((one) => one.id !== id));

/** Shows a message in a corner of the page, and announces it politely to screen readers. */
export function toast(given: Toast): void {
  lastId += 1;
  toastStore.set([...toastStore.get(), { ...given, id: lastId }].slice(-MAX_TOASTS));
  announce(given.text);
}

/** The container of toasts; once per page. */
export function Toasts() {
  const toasts = useSharedStore(toastStore, (now) => now);
  return (
    <div className="pointer-events-none fixed right-4 bottom-4 z-60 flex w-[min(420px,calc(100vw-2rem))] flex-col gap-2 max-md:bottom-20 md:in-[:has([data-offline])]:bottom-18 max-md:in-[:has([data-offline])]:bottom-38 print:hidden">
      {toasts.map((one) => (
        <ToastItem key={one.id} toast={one} />
      ))}
    </div>
  );
}

function ToastItem({ toast: { id, text, tone = "done", action } }: { toast: Shown }) {
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
      <Button tone="ghost" size="small" square aria-label={texts.closeMessage} onClick={() => close(id)}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
