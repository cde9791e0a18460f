"use client";

import { startTransition, useEffect, useState } from "react";

/** Narrower than this a page is a phone's: Tailwind's `max-md`. */
const PHONE = "(max-width: 767px)";

export interface Layout {
  /** Whether the page is laid out as on a phone; `undefined` where the server could not tell. */
  isPhone: boolean | undefined;
  /** Whether the browser has drawn what the server drew: until then, nothing may differ from that. */
  isDrawn: boolean;
}

/**
 * How the page is laid out: as its browser told the server, and from then on as it is. What follows from it is rendered in
 * pieces between which a tap is answered, for it changes nothing that is seen.
 */
export function useLayout(told: boolean | undefined): Layout {
  const [layout, setLayout] = useState<Layout>({ isPhone: told, isDrawn: false });
  useEffect(() => {
    const query = window.matchMedia(PHONE);
    const look = () => startTransition(() => setLayout({ isPhone: query.matches, isDrawn: true }));
    look();
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return layout;
}
