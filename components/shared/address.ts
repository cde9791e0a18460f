"use client";

import { usePathname, useSearchParams } from "next/navigation";

/** What a view is set to lives in the address, so that it can be shared and Back works; nothing is asked of the server. */
export function useAddress() {
  const path = usePathname();
  const search = useSearchParams();
  /** The address with some parameters changed; `undefined` takes one out. */
  const hrefWith = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    return query ? `${path}?${query}` : path;
  };
  return {
    get: (name: string) => search.get(name) ?? undefined,
    hrefWith,
    /** Goes there; Back comes back. */
    go: (changes: Record<string, string | undefined>) =>
      window.history.pushState(null, "", hrefWith(changes)),
    /** Goes there in place of here: for what is typed letter by letter. */
    adjust: (changes: Record<string, string | undefined>) =>
      window.history.replaceState(null, "", hrefWith(changes)),
  };
}
