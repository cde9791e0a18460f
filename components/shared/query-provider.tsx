"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "./api";

/** A sign-in that has ended elsewhere ends here too. */
function leaveIfSignedOut(thrown: unknown): void {
  if (!(thrown instanceof ApiError) || thrown.status !== 401) return;
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/login?next=${encodeURIComponent(here)}`);
}

function newClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        // What was refused will be refused again; what was not reached may be.
        retry: (count, thrown) =>
          count < 2 && (!(thrown instanceof ApiError) || thrown.status === 0 || thrown.status >= 500),
      },
    },
  });
}

/** One store of answers a page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
