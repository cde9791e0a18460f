"use client";

import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "./api";

// Not in a timer, as by default: a second click could come before the button is busy.
notifyManager.setScheduler(queueMicrotask);

/** Redirects to the sign-in page when the session has ended elsewhere. */
function leaveIfSignedOut(thrown: unknown): void {
  if (!(thrown instanceof ApiError) || thrown.status !== 401) return;
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/login?next=${encodeURIComponent(here)}`);
}

/** Creates the query client of a page, with the rules for all its requests. */
export function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    // The browser's "offline" pauses nothing: a request fails at once, and none is sent later by itself.
    defaultOptions: {
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        // Client errors are not retried; network and server errors are, up to twice.
        retry: (count, thrown) =>
          count < 2 && (!(thrown instanceof ApiError) || thrown.status === 0 || thrown.status >= 500),
      },
    },
  });
}

/** Provides one query client for each page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
