"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { z } from "zod";
import type { EventDetails } from "@/lib/sessions/contract";
import { asApiError, getJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { NewEvent } from "./new-event";
import { duplicateDraft } from "./new-event-form";
import * as texts from "./texts";

interface DuplicateEventProps {
  serviceName: string;
  /** The event to duplicate. */
  sessionId: string;
  onClose: () => void;
}

/** Dialog that creates an event like another one, which is loaded first. */
export function DuplicateEvent({ serviceName, sessionId, onClose }: DuplicateEventProps) {
  const { data, error } = useQuery({
    queryKey: ["session", sessionId, "head"],
    queryFn: ({ signal }) =>
      getJson<z.input<typeof EventDetails>>(
        `/api/dashboard/sessions/${encodeURIComponent(sessionId)}`,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!error) return;
    toast({ tone: "failed", text: texts.theEventCannotBeDuplicated(asApiError(error).detail) });
    close();
  }, [error]);
  return data ? (
    <NewEvent serviceName={serviceName} duplicate={duplicateDraft(data)} onClose={onClose} />
  ) : null;
}
