"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { getJson, sendJson } from "../shared/requests/api";
import type { AccountChoicesJson, AttachableConnectionsJson, AttachedAccountJson } from "./api";

const pathOf = (sessionId: string) => `/api/dashboard/sessions/${sessionId}/account`;

/** Queries the bank connections from which an event can get an account. */
export function useAttachableConnections(sessionId: string) {
  return useQuery({
    queryKey: ["session", sessionId, "attachable-connections"],
    queryFn: ({ signal }) => getJson<AttachableConnectionsJson>(pathOf(sessionId), signal),
  });
}

/**
 * Queries the accounts at the bank of a connection, page by page; all pages while `isSearching`, so that the search covers
 * them. Always asks the bank again, since accounts are opened and closed there.
 */
export function useAccountChoices(connectionId: string, isSearching: boolean) {
  const query = useInfiniteQuery({
    queryKey: ["bank-accounts", connectionId],
    queryFn: ({ pageParam, signal }) => {
      const path = `/api/dashboard/bank-connections/${connectionId}/accounts`;
      return getJson<AccountChoicesJson>(
        pageParam ? `${path}?${new URLSearchParams({ cursor: pageParam })}` : path,
        signal,
      );
    },
    initialPageParam: "",
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

interface Choice {
  connectionId: string;
  accountNumber: string;
}

/** Attaches an account to the event and shows it on the page. Not optimistic: the bank is asked first. */
export function useAttachAccount(sessionId: string, onAttached: () => void) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: ({ connectionId, accountNumber }: Choice) =>
      sendJson<AttachedAccountJson>("POST", pathOf(sessionId), {
        connection_id: connectionId,
        account_number: accountNumber,
      }),
    onSuccess: () => {
      onAttached();
      router.refresh();
      return Promise.all([
        client.invalidateQueries({ queryKey: ["session", sessionId] }),
        client.invalidateQueries({ queryKey: ["events"] }),
        client.invalidateQueries({ queryKey: ["audit"] }),
      ]);
    },
  });
}
