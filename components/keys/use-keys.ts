"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { IssueKey } from "@/lib/organisations/contract";
import { getJson, sendJson } from "../shared/requests/api";
import { type ApiKeys, KEYS, KEYS_PATH, type NewApiKey } from "./api";

/** Refetch interval, which bounds the age of the last-used times on screen. */
const REFRESH_MS = 30_000;

/** Queries the organisation's keys, starting with the page's data. */
export function useKeys(initial: ApiKeys) {
  const { data } = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => getJson<ApiKeys>(KEYS_PATH, signal),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.generated_at),
    refetchInterval: REFRESH_MS,
  });
  return data;
}

/** Mutations to issue, rotate and revoke keys, without optimistic updates. `onNew` gets each new key once. */
export function useKeyActions(callbacks: { onNew: (key: NewApiKey) => void; onDone: () => void }) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEYS });
  const onSuccess = (key: NewApiKey) => {
    callbacks.onDone();
    callbacks.onNew(key);
  };
  const issue = useMutation({
    mutationFn: (input: z.input<typeof IssueKey>) => sendJson<NewApiKey>("POST", KEYS_PATH, input),
    onSuccess,
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: ({ keyId, overlapHours }: { keyId: string; overlapHours: number }) =>
      sendJson<NewApiKey>("POST", `${KEYS_PATH}/${keyId}/rotate`, { overlap_hours: overlapHours }),
    onSuccess,
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (keyId: string) => sendJson("POST", `${KEYS_PATH}/${keyId}/revoke`),
    onSuccess: callbacks.onDone,
    onSettled,
  });
  return { issue, rotate, revoke };
}

export type KeyActionState = ReturnType<typeof useKeyActions>;
