"use client";

import { useSyncExternalStore } from "react";

/** Narrower than this a page is a phone's: Tailwind's `max-md`. */
const PHONE = "(max-width: 767px)";

const watch = (onChange: () => void) => {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};

/** Whether the page is laid out as on a phone; `undefined` until the browser has drawn what the server drew for both. */
export function useIsPhone(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    watch,
    () => window.matchMedia(PHONE).matches,
    () => undefined,
  );
}
