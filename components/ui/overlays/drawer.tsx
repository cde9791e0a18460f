"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { ChevronDown, X } from "@/components/ui/icons/icons";
import { ChevronUp } from "@/components/ui/icons/late-icons";
import { isEditableTarget } from "../browser/is-editable-target";
import { returnFocus } from "../browser/return-focus";
import { useIsHydrated } from "../browser/use-is-hydrated";
import { Button } from "../forms/button";
import * as texts from "./late-texts";

interface DrawerProps {
  onClose: () => void;
  title: ReactNode;
  /** Shown next to the title, mostly a chip. */
  badge?: ReactNode;
  /** The line below the title. */
  subtitle?: ReactNode;
  /** Open the row above or below; undefined at either end. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** The `data-row` of the open row, to which the focus returns. */
  row?: string;
  footer?: ReactNode;
  /** Width in pixels; the page is narrowed by the same amount. */
  width?: 460 | 500 | 540 | 560 | 600;
  children: ReactNode;
}

/** Elements that handle Esc before the drawer: a dialog, a menu, an open popover. */
const ESC_OWNERS =
  '[role="dialog"][data-state="open"], [role="alertdialog"], [role="menu"], [data-radix-popper-content-wrapper]';

/**
 * Keys of the drawer: Esc closes it, `j` and `k` open the next and previous row. They work on the whole page,
 * as the drawer is not modal.
 */
function useDrawerKeys({
  onClose,
  onPrevious,
  onNext,
}: Pick<DrawerProps, "onClose" | "onPrevious" | "onNext">) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector(ESC_OWNERS)) return;
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

/** Takes the focus on open, and returns it to the row shown last, or to the element that had it before. */
function useReturnFocus(row: string | undefined) {
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
      // Rows are rendered twice, for wide screens and for phones; one of them is hidden.
      const rows = id ? [...document.querySelectorAll(`[data-row="${CSS.escape(id)}"]`)] : [];
      const back = rows.find((one) => one.checkVisibility());
      const target = back?.querySelector("button, a") ?? back ?? from;
      returnFocus(target);
    };
  }, []);
  return panel;
}

/**
 * A non-modal drawer with the details of a list row. The page is narrowed from 1440 px on; below, the drawer
 * covers part of it, and all of it on a phone.
 */
export function Drawer(props: DrawerProps) {
  // Not rendered before hydration, because the server does not render it.
  return useIsHydrated() && createPortal(<Panel {...props} />, document.body);
}

function Panel(props: DrawerProps) {
  const { onClose, onPrevious, onNext, title, badge, subtitle, row, footer, width = 500, children } = props;
  const titleId = useId();
  const panel = useReturnFocus(row);
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
          <div className="flex items-center gap-x-2 gap-y-1 max-md:flex-wrap">
            <h2 id={titleId} className="truncate text-drawer">
              {title}
            </h2>
            {badge}
          </div>
          {subtitle && <div className="mt-0.5 text-ink-3 text-meta">{subtitle}</div>}
        </div>
        <div className="-mr-2 flex">
          {steps && <Step label={texts.previousK} icon={ChevronUp} onPress={onPrevious} />}
          {steps && <Step label={texts.nextJ} icon={ChevronDown} onPress={onNext} />}
          <Step label={texts.close} icon={X} onPress={onClose} />
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
