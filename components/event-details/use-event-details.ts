"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EventJson } from "../event-live/header/event-header";
import { useLive } from "../live-feed/live-provider";
import { useDetailsChange } from "../live-feed/use-details-change";
import { getJson, sendJson } from "../shared/requests/api";

/** Queries the details of an event, and again when another member changes them. */
export function useEventDetails(initial: EventJson) {
  const { session_id: sessionId } = initial;
  const client = useQueryClient();
  const queryKey = ["session", sessionId, "head"];
  const { data: event } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson<EventJson>(`/api/dashboard/sessions/${sessionId}`, signal),
    initialData: initial,
  });
  const { figures } = useLive(sessionId);
  useDetailsChange(event.details_version, figures?.details_version, () => {
    void client.invalidateQueries({ queryKey });
  });
  return { event, isClosed: event.status === "closed" || figures?.status === "closed" };
}

/** A change of an event's details; the page and the navigation show the result at once. */
export function useDetailsMutation<Body>(
  sessionId: string,
  { method, path }: { method: "PATCH" | "PUT"; path: "details" | "archive" },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) =>
      sendJson<EventJson>(method, `/api/dashboard/sessions/${sessionId}/${path}`, body),
    onSuccess: (event) => {
      client.setQueryData(["session", sessionId, "head"], event);
      void client.invalidateQueries({ queryKey: ["events"] });
    },
  });
}
