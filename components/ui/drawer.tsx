"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button";
import { isEditableTarget } from "./is-editable-target";
import { useIsHydrated } from "./use-is-hydrated";

interface DrawerProps {
  onClose: () => void;
  title: ReactNode;
  /** Stands beside the title, mostly a chip. */
  badge?: ReactNode;
  /** The line below the title. */
  subtitle?: ReactNode;
  /** Move to the row above or below; absent at either end. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** The `data-row` of the row that is open: there the focus returns to. */
  row?: string;
  footer?: ReactNode;
  /** What is in it needs so many pixels; the page makes way for as many. */
  width?: 460 | 500 | 540 | 560 | 600;
  children: ReactNode;
}

/** What else may have the say about Esc: a dialog, a menu, an open popover. */
const ABOVE =
  '[role="dialog"][data-state="open"], [role="alertdialog"], [role="menu"], [data-radix-popper-content-wrapper]';

/** The drawer's keys: Esc closes; `j` and `k` move on. They are for the page, as the drawer is not modal. */
function useDrawerKeys({
  onClose,
  onPrevious,
  onNext,
}: Pick<DrawerProps, "onClose" | "onPrevious" | "onNext">) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector(ABOVE)) return;
      if (event.key === "Escape") return onClose();
      if (isEditableTarget(event.target) || document.documentElement.dataset.keys === "off") return;
      const move = event.key === "j" ? onNext : event.key === "k" ? onPrevious : undefined;
      if (!move) return;
      event.preventDefault();
      move();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onClose, onPrevious, onNext]);
}

/** Takes the focus when it opens, and gives it back to the row that is then shown, or to where it came from. */
function useLentFocus(row: string | undefined) {
  const panel = useRef<HTMLElement>(null);
  const shownRow = useRef(row);
  useEffect(() => {
    shownRow.current = row;
  }, [row]);
  useEffect(() => {
    const from = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      const id = shownRow.current;
      // A list has its rows twice, for wide screens and for phones: one of them is not shown.
      const rows = id ? [...document.querySelectorAll(`[data-row="${CSS.escape(id)}"]`)] : [];
      const back = rows.find((one) => one.checkVisibility());
      const target = back?.querySelector("button, a") ?? back ?? from;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}

/** One thing of a list, opened beside it. Not modal: the page narrows from 1440 px, is covered below, and all of it on a phone. */
export function Drawer(props: DrawerProps) {
  // A page that is opened by a link to the drawer is drawn without it first, as the server drew it.
  return useIsHydrated() && createPortal(<Panel {...props} />, document.body);
}

function Panel(props: DrawerProps) {
  const { onClose, onPrevious, onNext, title, badge, subtitle, row, footer, width = 500, children } = props;
  const titleId = useId();
  const panel = useLentFocus(row);
  useDrawerKeys({ onClose, onPrevious, onNext });
  const steps = onPrevious || onNext;
  return (
    <section
      ref={panel}
      role="dialog"
      aria-modal={false}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-drawer={width}
      className="fixed inset-y-0 right-0 z-40 flex w-(--drawer) max-w-full animate-drawer-in flex-col border-edge border-l bg-surface shadow-high outline-none max-md:w-full max-md:border-l-0 print:hidden"
    >
      <div className="flex items-start gap-3 border-edge border-b px-5 py-4">
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <h2 id={titleId} className="truncate text-drawer">
              {title}
            </h2>
            {badge}
          </div>
          {subtitle && <div className="mt-0.5 text-ink-3 text-meta">{subtitle}</div>}
        </div>
        <div className="-mr-2 flex">
          {steps && <Step label="Previous (K)" icon={ChevronUp} onPress={onPrevious} />}
          {steps && <Step label="Next (J)" icon={ChevronDown} onPress={onNext} />}
          <Step label="Close" icon={X} onPress={onClose} />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
      {footer && (
        <div className="flex flex-wrap items-center gap-2 border-edge border-t px-5 py-3">{footer}</div>
      )}
    </section>
  );
}

function Step(given: { label: string; icon: typeof X; onPress: (() => void) | undefined }) {
  const { label, icon: Icon, onPress } = given;
  return (
    <Button tone="ghost" square aria-label={label} disabled={!onPress} onClick={onPress}>
      <Icon aria-hidden />
    </Button>
  );
}
