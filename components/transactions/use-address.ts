"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type AddressChange = (changes: Record<string, string | undefined>, how?: "push" | "replace") => void;

/**
 * What the page's address asks for, and how to change it without asking the server for the page anew: a change that is
 * pushed can be taken back by the browser's Back.
 */
export function useAddress() {
  const params = useSearchParams();
  const change = useCallback<AddressChange>((changes, how = "push") => {
    const address = new URL(window.location.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    if (address.href === window.location.href) return;
    window.history[how === "push" ? "pushState" : "replaceState"](null, "", address);
  }, []);
  return { params, change };
}
