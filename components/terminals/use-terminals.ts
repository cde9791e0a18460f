"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asApiError, getJson, sendJson } from "../shared/api";
import { toast } from "../ui/toast";
import { type Day, type Terminals, terminalsPath } from "./wire";

const keyOf = (sessionId: string) => ["session", sessionId, "terminals"] as const;

/** All terminals of an event, as the page began with them and as they are now. */
export function useTerminals(initial: Terminals) {
  const { session_id } = initial;
  const { data } = useQuery({
    queryKey: keyOf(session_id),
    queryFn: ({ signal }) => getJson<Terminals>(terminalsPath(session_id), signal),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.as_of),
  });
  return data;
}

/** What a terminal's drawer adds. */
export function useDay(sessionId: string, terminalId: string) {
  return useQuery({
    queryKey: [...keyOf(sessionId), terminalId],
    queryFn: ({ signal }) => getJson<Day>(terminalsPath(sessionId, terminalId), signal),
  });
}

/** Says where a terminal stands: shown at once, and taken back where it was refused. */
export function usePlacing(sessionId: string, terminalId: string) {
  const client = useQueryClient();
  const queryKey = keyOf(sessionId);
  return useMutation({
    mutationFn: (place: string) =>
      sendJson("PUT", `${terminalsPath(sessionId, terminalId)}/place`, { place }),
    onMutate: async (place) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Terminals>(queryKey);
      client.setQueryData<Terminals>(
        queryKey,
        (shown) =>
          shown && {
            ...shown,
            terminals: shown.terminals.map((one) =>
              one.terminal_id === terminalId ? { ...one, place: place.trim() } : one,
            ),
          },
      );
      return before;
    },
    onError: (thrown, _place, before) => {
      client.setQueryData(queryKey, before);
      toast({ tone: "failed", text: `The place was not changed. ${asApiError(thrown).detail}` });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["session", sessionId] }),
  });
}

type DeviceChange =
  | { how: "pair" | "replace"; device: string; provider: string | undefined }
  | { how: "unpair" };

/** Pairs, replaces or unpairs the device of a terminal; shown as done only when it is. */
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
