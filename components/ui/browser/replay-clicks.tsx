"use client";

import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react";

/** The events of one press, in order. */
const PRESS_EVENTS = ["pointerdown", "keydown", "click"] as const;

/**
 * Keeps the events of the last press on a button that React has not handled. React stops events on parts that
 * are not hydrated; an event that bubbles up to the window was handled.
 */
function useUnhandledClicks(box: RefObject<HTMLElement | null>, isHydrated: boolean): RefObject<Event[]> {
  const unhandled = useRef<Event[]>([]);
  useEffect(() => {
    if (isHydrated) return;
    const record = (event: Event) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest("button") || !box.current?.contains(target)) return;
      unhandled.current = event.type === "click" ? [...unhandled.current, event] : [event];
    };
    const discard = (event: Event) => {
      unhandled.current = unhandled.current.filter((one) => one !== event);
    };
    for (const type of PRESS_EVENTS) {
      window.addEventListener(type, record, true);
      window.addEventListener(type, discard);
    }
    return () => {
      for (const type of PRESS_EVENTS) {
        window.removeEventListener(type, record, true);
        window.removeEventListener(type, discard);
      }
    };
  }, [box, isHydrated]);
  return unhandled;
}

/** Copies an event, so that it can be dispatched again. */
function copyEvent(event: Event): Event {
  if (event instanceof KeyboardEvent) return new KeyboardEvent(event.type, event);
  return event instanceof PointerEvent
    ? new PointerEvent(event.type, event)
    : new MouseEvent(event.type, event);
}

/** Renders a part of the page before its code is loaded, and replays a button press once it is hydrated. */
export function ReplayClicks({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  const unhandled = useUnhandledClicks(box, isHydrated);
  // In a task of its own: a press may itself be what hydrates the part, and React then handles it after the effects.
  const replay = useCallback(() => {
    const timer = setTimeout(() => {
      setHydrated(true);
      for (const event of unhandled.current.splice(0)) event.target?.dispatchEvent(copyEvent(event));
    });
    return () => clearTimeout(timer);
  }, [unhandled]);
  return (
    <div ref={box} data-coming={isHydrated ? undefined : ""}>
      <Suspense fallback={fallback}>
        {children}
        <HydrationMarker onHydrated={replay} />
      </Suspense>
    </div>
  );
}

/** Runs the effect `onHydrated` when its siblings are hydrated. */
function HydrationMarker({ onHydrated }: { onHydrated: () => () => void }) {
  useEffect(onHydrated, [onHydrated]);
  return null;
}
