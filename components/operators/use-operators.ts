"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../shared/requests/api";
import { assignmentPath, type OperatorsJson, operatorsPath, type PaymentListJson, paymentsPath } from "./api";

const keyOf = (sessionId: string) => ["session", sessionId, "operators"] as const;

/** Queries all operators of an event, optionally with server-rendered data. */
export function useOperators(sessionId: string, initial?: OperatorsJson) {
  return useQuery({
    queryKey: keyOf(sessionId),
    queryFn: ({ signal }) => getJson<OperatorsJson>(operatorsPath(sessionId), signal),
    ...(initial && { initialData: initial, initialDataUpdatedAt: Date.parse(initial.as_of) }),
  });
}

/** Queries payments by the filters of the payment list, newest first, page by page. */
export function usePayments(sessionId: string, filters: Record<string, string>) {
  return useInfiniteQuery({
    queryKey: ["session", sessionId, "payments", filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam && { before: String(pageParam) }) });
      return getJson<PaymentListJson>(`${paymentsPath(sessionId)}?${query}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Assigns an operator to a terminal or removes the assignment; returns the number of payments reassigned. */
export function useHandOver(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { terminalId: string; operatorId: string | undefined; since?: Date }) => {
      const path = assignmentPath(sessionId, change.terminalId);
      return change.operatorId
        ? sendJson<{ moved: number }>("PUT", path, { operator_id: change.operatorId, since: change.since })
        : sendJson<{ moved: number }>("DELETE", path);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["session", sessionId] }),
  });
}
