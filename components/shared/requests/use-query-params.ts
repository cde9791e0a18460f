"use client";

import { useSearchParams } from "next/navigation";

/** Changes to query parameters; undefined removes one. */
type Changes = Record<string, string | undefined>;

/**
 * Returns the current URL with changed parameters. Reads `window.location`, because the router's URL may lag
 * behind.
 */
function urlWith(changes: Changes): URL {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url;
}

/** Pushes the URL without a request to the server; Back works. */
function go(changes: Changes): void {
  const url = urlWith(changes);
  if (url.href !== window.location.href) window.history.pushState(null, "", url);
}

/** Replaces the URL, for text that is being typed. */
function adjust(changes: Changes): void {
  window.history.replaceState(null, "", urlWith(changes));
}

/**
 * Reads and changes the view's settings in the URL, so that they can be shared and Back works, without a
 * request to the server.
 */
export function useQueryParams() {
  const params = useSearchParams();
  return { params, get: (name: string) => params.get(name) ?? undefined, go, adjust };
}
