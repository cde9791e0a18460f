"use client";

import { useEffect, useState } from "react";
import { formatFull } from "@/lib/core/format-date";
import { cn } from "../ui/cn";
import { TIP } from "../ui/tooltip";

interface Tip {
  at: string;
  left: number;
  top: number;
  above: boolean;
}

const ROOM_PX = 72;
const HALF_WIDTH_PX = 130;
const WAIT_MS = 300;

/** By these keys the reader walks from one thing to the next; a focus that came otherwise was moved for them. */
const WALKS = /^(Tab|Arrow\w+|[jk])$/;

/** The time that is meant: the one hovered, or the first of what has the focus or of its row. */
function timeAt(target: EventTarget | null, focused: boolean): Element | undefined {
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

/** Says whether the reader walks by keys at this moment, until it is stopped. */
function watchWalking() {
  let isWalking = false;
  const press = (event: KeyboardEvent) => {
    isWalking = WALKS.test(event.key);
  };
  const release = () => {
    isWalking = false;
  };
  document.addEventListener("keydown", press, { capture: true });
  document.addEventListener("keyup", release, { capture: true });
  const stop = () => {
    document.removeEventListener("keydown", press, { capture: true });
    document.removeEventListener("keyup", release, { capture: true });
  };
  return { isWalking: () => isWalking, stop };
}

/** What the tooltip says now, and where: opened by hovering, or by walking there with the keyboard. */
function useTip(): Tip | undefined {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const walking = watchWalking();
    const show = (time: Element | undefined, waitMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTip(time?.isConnected ? tipFor(time) : undefined), waitMs);
    };
    const hover = (event: Event) => {
      const isTip = event.target instanceof Element && event.target.closest("[data-time-tip]");
      if (isTip) clearTimeout(timer);
      else show(timeAt(event.target, false), WAIT_MS);
    };
    const focus = (event: Event) =>
      show(walking.isWalking() ? timeAt(event.target, true) : undefined, WAIT_MS);
    const hide = () => show(undefined, 0);
    const press = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("pointerover", hover);
    document.addEventListener("focusin", focus);
    document.addEventListener("keydown", press);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      walking.stop();
      document.removeEventListener("pointerover", hover);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("keydown", press);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);
  return tip;
}

/** The one tooltip of all times on the page: a page of two hundred rows needs no two hundred tooltips. */
export function TimeTips() {
  const tip = useTip();
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      data-time-tip=""
      style={{ left: tip.left, top: tip.top, transform: `translate(-50%, ${tip.above ? "-100%" : "0"})` }}
      className={cn(TIP, "figures fixed max-md:hidden")}
    >
      <div className="font-semibold">{formatFull(tip.at)}</div>
      <div className="font-mono opacity-80">{tip.at}</div>
    </div>
  );
}
