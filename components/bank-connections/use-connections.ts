"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../shared/requests/api";
import type { AddConnectionJson, AddedConnectionJson, ConnectionsJson, RotateConnectionJson } from "./api";

const PATH = "/api/dashboard/bank-connections";
const KEY = ["bank-connections"];

/** Queries the organisation's bank connections, starting with the page's data. */
export function useConnections(initialData: ConnectionsJson) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<ConnectionsJson>(PATH, signal),
    initialData,
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
      onDone(
        result === "accepted"
          ? "The bank accepted the credentials. Enter the webhook address at the bank."
          : "The connection is saved. This bank has no test for its secret. Enter the webhook address at the bank.",
      ),
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: ({ id, ...input }: RotateConnectionJson & { id: string }) =>
      sendJson("POST", `${PATH}/${id}/rotate`, input),
    onSuccess: () => onDone("The credentials are replaced."),
    onSettled,
  });
  const setDefault = useMutation({
    mutationFn: (id: string) => sendJson("POST", `${PATH}/${id}/default`),
    onSuccess: () => onDone("New live events get their account at this connection."),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => sendJson("POST", `${PATH}/${id}/remove`),
    onSuccess: () => onDone("The connection is removed."),
    onSettled,
  });
  return { add, rotate, setDefault, remove };
}

export type ConnectionActions = ReturnType<typeof useConnectionActions>;
