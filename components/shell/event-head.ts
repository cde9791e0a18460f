"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { z } from "zod";
import type { EventHead, Waiting } from "@/lib/sessions/contract";
import { getJson } from "../shared/api";
import { sessionIn } from "./navigation";

export type ShownEvent = z.input<typeof EventHead>;

/** How often the amber counts are looked at anew. */
const WAITING_MS = 20_000;

/**
 * The event whose page is open, as far as it is known; `undefined` on the organisation's own pages. `first` is what the
 * server knew of the page that was asked for.
 */
export function useEventHead(first: ShownEvent | undefined): {
  sessionId: string | undefined;
  event: ShownEvent | undefined;
} {
  const sessionId = sessionIn(usePathname());
  const { data } = useQuery({
    queryKey: ["session", sessionId, "head"],
    queryFn: ({ signal }) => getJson<ShownEvent>(`/api/dashboard/sessions/${sessionId}`, signal),
    enabled: sessionId !== undefined,
    ...(first && first.session_id === sessionId && { initialData: first }),
  });
  return { sessionId, event: sessionId ? data : undefined };
}

/** How many things wait for a person, by the path of the place where they are dealt with. */
export function useWaiting(sessionId: string | undefined): Record<string, number> {
  const { data } = useQuery({
    queryKey: ["waiting", sessionId],
    queryFn: ({ signal }) =>
      getJson<z.input<typeof Waiting>>(`/api/dashboard/sessions/${sessionId}/waiting`, signal),
    enabled: sessionId !== undefined,
    refetchInterval: WAITING_MS,
  });
  return { "/terminals": data?.silent_terminals ?? 0, "/reconciliation": data?.open_exceptions ?? 0 };
}
