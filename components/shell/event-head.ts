"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { z } from "zod";
import type { AttentionCounts, EventDetails } from "@/lib/sessions/contract";
import { asApiError, getJson } from "../shared/requests/api";
import { findSessionId } from "./nav-items";

export type EventHeadJson = z.input<typeof EventDetails>;

/** Refetch interval of the attention counts. */
const REFETCH_MS = 20_000;

/** The event of the requested page, loaded by the server, or its id if there is no such event. */
export type FirstEvent = EventHeadJson | { missing: string };

/**
 * Queries the event of the current page; `undefined` on the organisation's pages and while loading. The id is
 * `undefined` also for an unknown event, which has no pages.
 */
export function useEventHead(first: FirstEvent | undefined): {
  sessionId: string | undefined;
  event: EventHeadJson | undefined;
} {
  const named = findSessionId(usePathname());
  const known = first && "session_id" in first && first.session_id === named ? first : undefined;
  const isMissing = first !== undefined && "missing" in first && first.missing === named;
  const { data, error } = useQuery({
    queryKey: ["session", named, "head"],
    queryFn: ({ signal }) => getJson<EventHeadJson>(`/api/dashboard/sessions/${named}`, signal),
    enabled: named !== undefined && !isMissing,
    ...(known && { initialData: known }),
  });
  const isUnknown = isMissing || (!data && error !== null && asApiError(error).status === 404);
  const sessionId = isUnknown ? undefined : named;
  return { sessionId, event: sessionId ? data : undefined };
}

/** Queries the attention counts of an event, by the path of the nav item that shows them. */
export function useAttentionCounts(sessionId: string | undefined): Record<string, number> {
  const { data } = useQuery({
    queryKey: ["waiting", sessionId],
    queryFn: ({ signal }) =>
      getJson<z.input<typeof AttentionCounts>>(`/api/dashboard/sessions/${sessionId}/attention`, signal),
    enabled: sessionId !== undefined,
    refetchInterval: REFETCH_MS,
  });
  return { "/terminals": data?.inactive_terminals ?? 0, "/reconciliation": data?.open_exceptions ?? 0 };
}
