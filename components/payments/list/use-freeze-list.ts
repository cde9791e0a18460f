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
    const stop = new AbortController();
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => box.addEventListener(name, listener, { signal: stop.signal });
    listen("pointerenter", ({ pointerType }) => pointerType === "mouse" && setHovered(true));
    listen("pointerleave", () => setHovered(false));
    listen("focusin", () => setFocused(box.querySelector(":focus-visible") !== null));
    listen("focusout", ({ relatedTarget }) =>
      setFocused((wasFocused) => wasFocused && relatedTarget instanceof Node && box.contains(relatedTarget)),
    );
    return () => stop.abort();
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
  const hasCeiling = ceiling !== undefined;
  if (isFrozen !== hasCeiling) setCeiling(isFrozen ? newest : undefined);
  const catchUp = useCallback(() => setCeiling(newest), [newest]);
  return { ceiling: isFrozen ? (ceiling ?? newest) : undefined, catchUp };
}
