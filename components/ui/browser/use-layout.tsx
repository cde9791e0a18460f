"use client";

import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

/** Below this width the phone layout is used: Tailwind's `max-md`. */
const PHONE = "(max-width: 767px)";

const PhoneHint = createContext<boolean | undefined>(undefined);

interface PhoneProviderProps {
  /** Whether the browser sent a client hint for a phone; undefined if it sent none. */
  isPhone: boolean | undefined;
  children: ReactNode;
}

/** Provides the client hint of the request to the layout of the page. */
export function PhoneProvider({ isPhone: hint, children }: PhoneProviderProps) {
  return <PhoneHint value={hint}>{children}</PhoneHint>;
}

export interface Layout {
  /** Whether the phone layout is used; undefined if the server could not determine it. */
  isPhone: boolean | undefined;
  /** Whether hydration is complete; until then the output must match the server's. */
  isHydrated: boolean;
}

/**
 * Returns the layout: first by the browser's client hint, then by the actual width. The update is a
 * transition, so that input is handled meanwhile.
 */
export function useLayout(): Layout {
  const hint = useContext(PhoneHint);
  const [layout, setLayout] = useState<Layout>({ isPhone: hint, isHydrated: false });
  useEffect(() => {
    const query = window.matchMedia(PHONE);
    const updateLayout = () => startTransition(() => setLayout({ isPhone: query.matches, isHydrated: true }));
    updateLayout();
    query.addEventListener("change", updateLayout);
    return () => query.removeEventListener("change", updateLayout);
  }, []);
  return layout;
}
