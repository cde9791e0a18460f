"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";

/** Whether the list's top is in sight; so it is taken to be until it is known. */
function useTopInSight(top: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const mark = top.current;
    if (!mark) return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true));
    observer.observe(mark);
    return () => observer.disconnect();
  }, [top]);
  return isInSight;
}

/**
 * Whether the pointer is over the list or the focus in it; a drawer that belongs to it is not in it. The focus is where
 * it shows: a button keeps it after a press by hand, which is no reading.
 */
function useAttention(list: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const enter = (event: PointerEvent) => event.pointerType === "mouse" && setHovered(true);
    const leave = () => setHovered(false);
    const focus = ({ target }: FocusEvent) =>
      setFocused(target instanceof Element && target.matches(":focus-visible"));
    const blur = (event: FocusEvent) =>
      setFocused((held) => held && event.relatedTarget instanceof Node && box.contains(event.relatedTarget));
    box.addEventListener("pointerenter", enter);
    box.addEventListener("pointerleave", leave);
    box.addEventListener("focusin", focus);
    box.addEventListener("focusout", blur);
    return () => {
      box.removeEventListener("pointerenter", enter);
      box.removeEventListener("pointerleave", leave);
      box.removeEventListener("focusin", focus);
      box.removeEventListener("focusout", blur);
    };
  }, [list]);
  return isHovered || isFocused;
}

interface Held {
  list: RefObject<HTMLElement | null>;
  top: RefObject<HTMLElement | null>;
  isPaused: boolean;
  /** The newest payment's number. */
  newest: number;
}

/**
 * Keeps a list still while somebody reads in it, points at it or has paused it. `ceiling` is the newest number that it
 * shows meanwhile; `undefined` where it follows what comes.
 */
export function useFreezeList({ list, top, isPaused, newest }: Held) {
  const isTopInSight = useTopInSight(top);
  const hasAttention = useAttention(list);
  const isHeld = isPaused || hasAttention || !isTopInSight;
  const [ceiling, setCeiling] = useState<number>();
  if (isHeld && ceiling === undefined) setCeiling(newest);
  if (!isHeld && ceiling !== undefined) setCeiling(undefined);
  const catchUp = useCallback(() => setCeiling(newest), [newest]);
  return { ceiling: isHeld ? (ceiling ?? newest) : undefined, catchUp };
}
