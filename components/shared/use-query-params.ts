"use client";

import { useSearchParams } from "next/navigation";

/** Parameters of an address that change; `undefined` takes one out. */
type Changes = Record<string, string | undefined>;

/** The address as it stands now, which a page may hear of later, with some parameters changed. */
function addressWith(changes: Changes): URL {
  const address = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  return address;
}

/** Goes there without asking the server for the page; Back comes back. */
function go(changes: Changes): void {
  const address = addressWith(changes);
  if (address.href !== window.location.href) window.history.pushState(null, "", address);
}

/** Goes there in place of here: for what is typed letter by letter. */
function adjust(changes: Changes): void {
  window.history.replaceState(null, "", addressWith(changes));
}

/** What a view is set to lives in the address, so that it can be shared and Back works; nothing is asked of the server. */
export function useQueryParams() {
  const params = useSearchParams();
  return { params, get: (name: string) => params.get(name) ?? undefined, go, adjust };
}
