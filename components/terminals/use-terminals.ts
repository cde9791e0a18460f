"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asApiError, getJson, sendJson } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { type TerminalDayJson, type TerminalsJson, terminalsPath } from "./api";
import * as texts from "./texts";

const keyOf = (sessionId: string) => ["session", sessionId, "terminals"] as const;

/** Queries all terminals of an event, starting with server-rendered data. */
export function useTerminals(initial: TerminalsJson) {
  const { session_id } = initial;
  const { data } = useQuery({
    queryKey: keyOf(session_id),
    queryFn: ({ signal }) => getJson<TerminalsJson>(terminalsPath(session_id), signal),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.as_of),
  });
  return data;
}

/** Queries the additional data of a terminal's drawer. */
export function useTerminalDay(sessionId: string, terminalId: string) {
  return useQuery({
    queryKey: [...keyOf(sessionId), terminalId],
    queryFn: ({ signal }) => getJson<TerminalDayJson>(terminalsPath(sessionId, terminalId), signal),
  });
}

/** Changes a terminal's location: optimistically, and rolled back on failure. */
export function useSetLocation(sessionId: string, terminalId: string) {
  const client = useQueryClient();
  const queryKey = keyOf(sessionId);
  return useMutation({
    mutationFn: (location: string) =>
      sendJson("PUT", `${terminalsPath(sessionId, terminalId)}/location`, { location }),
    onMutate: async (location) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<TerminalsJson>(queryKey);
      client.setQueryData<TerminalsJson>(
        queryKey,
        (shown) =>
          shown && {
            ...shown,
            terminals: shown.terminals.map((one) =>
              one.terminal_id === terminalId ? { ...one, location: location.trim() } : one,
            ),
          },
      );
      return before;
    },
    onError: (thrown, _place, before) => {
      client.setQueryData(queryKey, before);
      toast({ tone: "failed", text: texts.theLocationWasNotChanged(asApiError(thrown).detail) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["session", sessionId] }),
  });
}

type DeviceChange =
  | { how: "pair" | "replace"; device: string; provider: string | undefined }
  | { how: "unpair" };

/** Pairs, replaces or unpairs the device of a terminal; not optimistic. */
export function useDevice(sessionId: string, terminalId: string) {
  const client = useQueryClient();
  const path = `${terminalsPath(sessionId, terminalId)}/device`;
  return useMutation({
    mutationFn: (change: DeviceChange) => {
      if (change.how === "unpair") return sendJson("DELETE", path);
      const { how, ...device } = change;
      return sendJson(how === "pair" ? "POST" : "PUT", path, device);
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["session", sessionId] }),
        client.invalidateQueries({ queryKey: ["devices"] }),
      ]),
  });
}
