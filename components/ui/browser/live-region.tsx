"use client";

import { useEffect, useRef } from "react";
import { sharedStore, useSharedStore } from "./shared-store";

const announcement = sharedStore({ text: "", times: 0 });

/** Announces a text to screen readers politely. */
export function announce(text: string): void {
  announcement.set({ text, times: announcement.get().times + 1 });
}

/** Announces a text when it changes, but not its initial value. */
export function useAnnounce(text: string): void {
  const before = useRef(text);
  useEffect(() => {
    if (text && text !== before.current) announce(text);
    before.current = text;
  }, [text]);
}

/**
 * The page's single polite live region (design §11), which reads the last announcement. A repeated text is
 * read again. `aria-live` is explicit, so that a dialog does not hide it.
 */
export function LiveRegion() {
  const { text, times } = useSharedStore(announcement, (now) => now);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      <span key={times}>{text}</span>
    </p>
  );
}
