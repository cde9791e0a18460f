"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../shared/requests/api";
import type { AddConnectionJson, AddedConnectionJson, ConnectionsJson, RotateConnectionJson } from "./api";
import { isComplete } from "./go-live-checklist";
import * as texts from "./texts";

const PATH = "/api/dashboard/bank-connections";
const KEY = ["bank-connections"];
/** How often a page with an unfinished checklist looks for its next payment. */
const CHECKLIST_INTERVAL_MS = 10_000;

const isUnfinished = ({ connections, deployment_account: used }: ConnectionsJson) =>
  [...connections, ...(used ? [used] : [])].some(({ checklist }) => !isComplete(checklist));

/** Queries the organisation's bank connections, starting with the page's data; again while a checklist is unfinished. */
export function useConnections(initialData: ConnectionsJson) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<ConnectionsJson>(PATH, signal),
    initialData,
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data) ? CHECKLIST_INTERVAL_MS : false),
  });
}

/** Mutations of the connections, without optimistic updates. */
export function useConnectionActions(onDone: (text: string) => void) {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: KEY }),
      client.invalidateQueries({ queryKey: ["audit"] }),
    ]);
  const add = useMutation({
    mutationFn: (input: AddConnectionJson) => sendJson<AddedConnectionJson>("POST", PATH, input),
    onSuccess: ({ result }) =>
      onDone(result === "accepted" ? texts.theBankAcceptedTheCredentials : texts.theConnectionIsSaved),
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: ({ id, ...input }: RotateConnectionJson & { id: string }) =>
      sendJson("POST", `${PATH}/${id}/rotate`, input),
    onSuccess: () => onDone(texts.theCredentialsAreReplaced),
    onSettled,
  });
  const setDefault = useMutation({
    mutationFn: (id: string) => sendJson("POST", `${PATH}/${id}/default`),
    onSuccess: () => onDone(texts.newEventsUseThisConnection),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => sendJson("POST", `${PATH}/${id}/remove`),
    onSuccess: () => onDone(texts.theConnectionIsRemoved),
    onSettled,
  });
  return { add, rotate, setDefault, remove };
}

export type ConnectionActions = ReturnType<typeof useConnectionActions>;
