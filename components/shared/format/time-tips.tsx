"use client";

import { useEffect, useState } from "react";
import { formatFull } from "@/lib/core/format/format-date";
import { cn } from "../../ui/display/cn";

const TOOLTIP_CLASS =
  "z-60 max-w-80 animate-fade-in rounded-field bg-primary px-2.5 py-1.5 text-meta text-primary-ink shadow-pop";

interface Tip {
  at: string;
  left: number;
  top: number;
  above: boolean;
}

const ROOM_PX = 72;
const HALF_WIDTH_PX = 130;
const WAIT_MS = 300;

/**
 * Keys that move the focus by keyboard; other focus changes are programmatic. Not `j` and `k`, which go through the rows
 * of a list: a tooltip at each would cover the next ones.
 */
const NAVIGATION_KEY = /^(Tab|Arrow\w+)$/;

/** Returns the hovered time element, or the first one in the focused element or its row. */
function findTime(target: EventTarget | null, focused: boolean): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  const own = target.closest("time[datetime]");
  if (own || !focused || !target.matches(":focus-visible")) return own ?? undefined;
  const around = target.closest("tr, [data-row]") ?? target;
  return around.querySelector("time[datetime]") ?? undefined;
}

function tipFor(time: Element): Tip {
  const box = time.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  const above = box.bottom + ROOM_PX > window.innerHeight;
  const left = Math.min(Math.max(middle, HALF_WIDTH_PX), window.innerWidth - HALF_WIDTH_PX);
  return { at: time.getAttribute("datetime") ?? "", left, top: above ? box.top - 6 : box.bottom + 6, above };
}

/** Tracks whether a navigation key is being pressed, until `stop` is called. */
function trackKeyboardNavigation() {
  let isNavigating = false;
  const press = (event: KeyboardEvent) => {
    isNavigating = NAVIGATION_KEY.test(event.key);
  };
  const release = () => {
    isNavigating = false;
  };
  document.addEventListener("keydown", press, { capture: true });
  document.addEventListener("keyup", release, { capture: true });
  const stop = () => {
    document.removeEventListener("keydown", press, { capture: true });
    document.removeEventListener("keyup", release, { capture: true });
  };
  return { isNavigating: () => isNavigating, stop };
}

/** Returns the tooltip's content and position: opened by hover or by keyboard focus. */
function useTip(): Tip | undefined {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keyboard = trackKeyboardNavigation();
    const show = (time: Element | undefined, waitMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTip(time?.isConnected ? tipFor(time) : undefined), waitMs);
    };
    const hover = (event: Event) => {
      const isTip = event.target instanceof Element && event.target.closest("[data-time-tip]");
      if (isTip) clearTimeout(timer);
      else show(findTime(event.target, false), WAIT_MS);
    };
    const focus = (event: Event) =>
      show(keyboard.isNavigating() ? findTime(event.target, true) : undefined, WAIT_MS);
    const hide = () => show(undefined, 0);
    const press = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("pointerover", hover);
    document.addEventListener("focusin", focus);
    document.addEventListener("keydown", press);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      keyboard.stop();
      document.removeEventListener("pointerover", hover);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("keydown", press);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);
  return tip;
}

/** The single tooltip of all times on the page, instead of one for each row. */
export function TimeTips() {
  const tip = useTip();
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      data-time-tip=""
      style={{ left: tip.left, top: tip.top, transform: `translate(-50%, ${tip.above ? "-100%" : "0"})` }}
      className={cn(TOOLTIP_CLASS, "figures fixed max-md:hidden")}
    >
      <div className="font-semibold">{formatFull(tip.at)}</div>
      <div className="font-mono opacity-80">{tip.at}</div>
    </div>
  );
}
