"use client";

import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react";

/** What makes up one press, the first of them first. */
const PRESS = ["pointerdown", "keydown", "click"] as const;

/**
 * Keeps the last press on a button that nobody has heard. React lets nobody hear one on a part that is not alive yet; one
 * that comes through to the window again was heard.
 */
function useUnhandledClicks(box: RefObject<HTMLElement | null>, isAlive: boolean): RefObject<Event[]> {
  const unheard = useRef<Event[]>([]);
  useEffect(() => {
    if (isAlive) return;
    const keep = (event: Event) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest("button") || !box.current?.contains(target)) return;
      unheard.current = event.type === "click" ? [...unheard.current, event] : [event];
    };
    const drop = (event: Event) => {
      unheard.current = unheard.current.filter((one) => one !== event);
    };
    for (const type of PRESS) {
      window.addEventListener(type, keep, true);
      window.addEventListener(type, drop);
    }
    return () => {
      for (const type of PRESS) {
        window.removeEventListener(type, keep, true);
        window.removeEventListener(type, drop);
      }
    };
  }, [box, isAlive]);
  return unheard;
}

/** The same event once more. */
function again(event: Event): Event {
  if (event instanceof KeyboardEvent) return new KeyboardEvent(event.type, event);
  return event instanceof PointerEvent
    ? new PointerEvent(event.type, event)
    : new MouseEvent(event.type, event);
}

/** A part of the page that is seen before its code is there: a button pressed meanwhile does its work once it is. */
export function Early({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isAlive, setAlive] = useState(false);
  const unheard = useUnhandledClicks(box, isAlive);
  const live = useCallback(() => {
    setAlive(true);
    for (const event of unheard.current.splice(0)) event.target?.dispatchEvent(again(event));
  }, [unheard]);
  return (
    <div ref={box} data-coming={isAlive ? undefined : ""}>
      <Suspense fallback={fallback}>
        {children}
        <HydrationMarker onAlive={live} />
      </Suspense>
    </div>
  );
}

/** Tells when what stands beside it has come to life. */
function HydrationMarker({ onAlive }: { onAlive: () => void }) {
  useEffect(onAlive, [onAlive]);
  return null;
}
