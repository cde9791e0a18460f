"use client";

import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

/** Narrower than this a page is a phone's: Tailwind's `max-md`. */
const PHONE = "(max-width: 767px)";

const ToldPhone = createContext<boolean | undefined>(undefined);

interface PhoneProviderProps {
  /** Whether the browser told the server that it is a phone's; `undefined` where it did not say so. */
  told: boolean | undefined;
  children: ReactNode;
}

/** Lets the parts of a page begin with what its browser told the server of itself. */
export function PhoneProvider({ told, children }: PhoneProviderProps) {
  return <ToldPhone value={told}>{children}</ToldPhone>;
}

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
export function useLayout(): Layout {
  const told = useContext(ToldPhone);
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
