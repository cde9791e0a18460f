"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { z } from "zod";
import type { AttentionCounts, EventDetails } from "@/lib/sessions/contract";
import { getJson } from "../../shared/requests/api";
import { findSessionId } from "../nav-items";

export type EventHeadJson = z.input<typeof EventDetails>;

/** Refetch interval of the attention counts. */
const REFETCH_MS = 20_000;

/**
 * Queries the event of the current page; `undefined` on the organisation's pages and while loading. `first` is the event
 * of the requested page, loaded by the server.
 */
export function useEventHead(first: EventHeadJson | undefined): {
  sessionId: string | undefined;
  event: EventHeadJson | undefined;
} {
  const sessionId = findSessionId(usePathname());
  const { data } = useQuery({
    queryKey: ["session", sessionId, "head"],
    queryFn: ({ signal }) => getJson<EventHeadJson>(`/api/dashboard/sessions/${sessionId}`, signal),
    enabled: sessionId !== undefined,
    ...(first && first.session_id === sessionId && { initialData: first }),
  });
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
