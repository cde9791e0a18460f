"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import type { ClosePreview } from "@/lib/sessions/contract";
import { asApiError, getJson, sendJson } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import * as texts from "./texts";

export type ClosePreviewJson = z.input<typeof ClosePreview>;

/** Refetch interval of the figures while the dialog is open. */
const REFRESH_MS = 5_000;

/**
 * Reads the figures shown before a close, refetched regularly, and closes the event. The close is not
 * optimistic.
 */
export function useCloseEvent(sessionId: string, name: string, onClosed: () => void) {
  const client = useQueryClient();
  const router = useRouter();
  const path = `/api/dashboard/sessions/${sessionId}/close`;
  const facts = useQuery({
    queryKey: ["session", sessionId, "closing"],
    queryFn: ({ signal }) => getJson<ClosePreviewJson>(path, signal),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const close = useMutation({
    mutationFn: () => sendJson("PATCH", path),
    onSuccess: async () => {
      toast({ text: texts.isClosedNoFurtherPayments(name) });
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
    retry: () => void facts.refetch(),
    close: () => close.mutate(),
    isClosing: close.isPending,
    refused: close.error && asApiError(close.error).detail,
  };
}
