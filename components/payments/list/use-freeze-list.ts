"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";

/** Whether the top of the list is in view; true until observed. */
function useTopInView(top: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    const sentinel = top.current;
    if (!sentinel) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true));
    observer.observe(sentinel);
    return () => observer.disconnect();
  }, [top]);
  return isInView;
}

/**
 * Whether the pointer is over the list or visible focus is in it, excluding its drawer. Only visible focus
 * counts: a button keeps the focus after a mouse press, which is not reading.
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
      setFocused(
        (wasFocused) =>
          wasFocused && event.relatedTarget instanceof Node && box.contains(event.relatedTarget),
      );
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

interface FreezeOptions {
  list: RefObject<HTMLElement | null>;
  top: RefObject<HTMLElement | null>;
  isPaused: boolean;
  /** Sequence of the newest payment. */
  newest: number;
}

/**
 * Freezes a list while it is scrolled, hovered, focused or paused. `ceiling` is the newest sequence shown
 * meanwhile; undefined while the list is updated.
 */
export function useFreezeList({ list, top, isPaused, newest }: FreezeOptions) {
  const isTopInView = useTopInView(top);
  const hasAttention = useAttention(list);
  const isFrozen = isPaused || hasAttention || !isTopInView;
  const [ceiling, setCeiling] = useState<number>();
  if (isFrozen && ceiling === undefined) setCeiling(newest);
  if (!isFrozen && ceiling !== undefined) setCeiling(undefined);
  const catchUp = useCallback(() => setCeiling(newest), [newest]);
  return { ceiling: isFrozen ? (ceiling ?? newest) : undefined, catchUp };
}
