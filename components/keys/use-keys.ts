"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { IssueKey } from "@/lib/organisations/contract";
import { getJson, sendJson } from "../shared/api";
import { type ApiKeys, KEYS, KEYS_PATH, type NewApiKey } from "./api";

/** How old the last uses may be while they are looked at. */
const REFRESH_MS = 30_000;

/** An organisation's keys, as the page began with them and as they are now. */
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

/** What can be done to keys; each shown as done only when it is. A new key is told to `onNew`, this once. */
export function useKeyActions(done: { onNew: (key: NewApiKey) => void; onDone: () => void }) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEYS });
  const onSuccess = (key: NewApiKey) => {
    done.onDone();
    done.onNew(key);
  };
  const issue = useMutation({
    mutationFn: (asked: z.input<typeof IssueKey>) => sendJson<NewApiKey>("POST", KEYS_PATH, asked),
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
    onSuccess: done.onDone,
    onSettled,
  });
  return { issue, rotate, revoke };
}

export type KeyActionState = ReturnType<typeof useKeyActions>;
