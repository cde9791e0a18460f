"use client";

import { useEffect, useRef } from "react";
import { sharedStore, useSharedStore } from "./shared-store";

const said = sharedStore({ text: "", times: 0 });

/** Tells a screen reader something when it next pauses. */
export function announce(text: string): void {
  said.set({ text, times: said.get().times + 1 });
}

/** Tells a screen reader what a part of the page has come to show; not what it showed from the first. */
export function useAnnounce(text: string): void {
  const before = useRef(text);
  useEffect(() => {
    if (text && text !== before.current) announce(text);
    before.current = text;
  }, [text]);
}

/**
 * What `say` was told last: the page's one polite region (design §11). What is said twice is read twice. With
 * `aria-live` in so many words a dialog does not hide it.
 */
export function LiveRegion() {
  const { text, times } = useSharedStore(said, (now) => now);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      <span key={times}>{text}</span>
    </p>
  );
}
