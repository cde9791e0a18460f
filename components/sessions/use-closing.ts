"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import type { ClosePreview } from "@/lib/sessions/contract";
import { asApiError, getJson, sendJson } from "../shared/api";
import { toast } from "../ui/toast";

export type Facts = z.input<typeof ClosePreview>;

/** How often the facts are asked for anew while somebody reads them. */
const REFRESH_MS = 5_000;

/** What must be known before an event is closed, kept up to date; and the closing itself, shown as done only when it is. */
export function useClosing(sessionId: string, name: string, onClosed: () => void) {
  const client = useQueryClient();
  const router = useRouter();
  const path = `/api/dashboard/sessions/${sessionId}/close`;
  const facts = useQuery({
    queryKey: ["session", sessionId, "closing"],
    queryFn: ({ signal }) => getJson<Facts>(path, signal),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const close = useMutation({
    mutationFn: () => sendJson("PATCH", path),
    onSuccess: async () => {
      toast({ text: `${name} is closed. No further payments are accepted.` });
      onClosed();
      router.refresh();
      await Promise.all([
        client.invalidateQueries({ queryKey: ["session", sessionId] }),
        client.invalidateQueries({ queryKey: ["events"] }),
      ]);
    },
  });
  return {
    facts: facts.data,
    failed: facts.error && asApiError(facts.error).detail,
    close: () => close.mutate(),
    isClosing: close.isPending,
    refused: close.error && asApiError(close.error).detail,
  };
}
