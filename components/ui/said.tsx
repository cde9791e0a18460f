"use client";

import { useEffect, useRef } from "react";
import { pageValue, usePageValue } from "./page-value";

const said = pageValue({ text: "", times: 0 });

/** Tells a screen reader something when it next pauses. */
export function say(text: string): void {
  said.set({ text, times: said.get().times + 1 });
}

/** Tells a screen reader what a part of the page has come to show; not what it showed from the first. */
export function useSaying(text: string): void {
  const before = useRef(text);
  useEffect(() => {
    if (text && text !== before.current) say(text);
    before.current = text;
  }, [text]);
}

/**
 * What `say` was told last: the page's one polite region (design §11). What is said twice is read twice. With
 * `aria-live` in so many words a dialog does not hide it.
 */
export function Said() {
  const { text, times } = usePageValue(said, (now) => now);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      <span key={times}>{text}</span>
    </p>
  );
}
