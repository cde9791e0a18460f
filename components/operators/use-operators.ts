"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../shared/api";
import { type Operators, operatorsPath, type Payments, paymentsPath, postPath } from "./wire";

const keyOf = (sessionId: string) => ["session", sessionId, "operators"] as const;

/** All operators of an event, where the page did not begin with them. */
export function useOperators(sessionId: string, initial?: Operators) {
  return useQuery({
    queryKey: keyOf(sessionId),
    queryFn: ({ signal }) => getJson<Operators>(operatorsPath(sessionId), signal),
    ...(initial && { initialData: initial, initialDataUpdatedAt: Date.parse(initial.as_of) }),
  });
}

/** Payments by the filters of the payments list, newest first, a page after the other. */
export function usePayments(sessionId: string, filters: Record<string, string>) {
  return useInfiniteQuery({
    queryKey: ["session", sessionId, "payments", filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam && { before: String(pageParam) }) });
      return getJson<Payments>(`${paymentsPath(sessionId)}?${query}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Puts an operator on a terminal, or nobody; answers how many payments moved along. */
export function useHandOver(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { terminalId: string; operatorId: string | undefined; since?: Date }) => {
      const path = postPath(sessionId, change.terminalId);
      return change.operatorId
        ? sendJson<{ moved: number }>("PUT", path, { operator_id: change.operatorId, since: change.since })
        : sendJson<{ moved: number }>("DELETE", path);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["session", sessionId] }),
  });
}
