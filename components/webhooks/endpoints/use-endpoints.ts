"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getJson, sendJson } from "../../shared/requests/api";
import { showFailure } from "../../shared/requests/show-failure";
import { toast } from "../../ui/feedback/toast";
import type { EndpointInputJson, OrganisationEndpointJson, SigningSecretsJson } from "../api";
import * as texts from "./texts";

const PATH = "/api/dashboard/webhook-endpoints";
const KEY = ["webhook-endpoints"];
const REFETCH_MS = 5_000;

/** Returns the path of an endpoint's signing secrets in the JSON API. */
export const secretsPath = (endpointId: string) => `${PATH}/${endpointId}/secrets`;

/** Queries the organisation-wide webhook endpoints, starting with the page's data. */
export function useEndpoints(initialData: OrganisationEndpointJson[]) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<OrganisationEndpointJson[]>(PATH, signal),
    initialData,
    refetchInterval: REFETCH_MS,
  });
}

/** Returns a function that refetches the endpoints. */
export function useRefreshEndpoints() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}

/** A new endpoint with its signing secret. */
export interface NewEndpoint {
  endpoint: OrganisationEndpointJson;
  secret: string;
}

interface Handlers {
  onCreated: (created: NewEndpoint) => void;
  onDone: () => void;
}

/** Mutations of the endpoints, without optimistic updates. */
export function useEndpointActions({ onCreated, onDone }: Handlers) {
  const refresh = useRefreshEndpoints();
  const reveal = useMutation({
    mutationFn: (endpoint: OrganisationEndpointJson) =>
      sendJson<SigningSecretsJson>("POST", `${secretsPath(endpoint.id)}/show`),
    onSuccess: ({ secrets }, endpoint) => onCreated({ endpoint, secret: secrets[0]?.secret ?? "" }),
    onError: showFailure(texts.addedButSecretNotShown),
  });
  const create = useMutation({
    mutationFn: (input: EndpointInputJson) => sendJson<OrganisationEndpointJson>("POST", PATH, input),
    onSuccess: (endpoint) => {
      reveal.mutate(endpoint);
      onDone();
    },
    onSettled: refresh,
  });
  const update = useMutation({
    mutationFn: ({ id, ...input }: EndpointInputJson & { id: string }) =>
      sendJson<OrganisationEndpointJson>("PUT", `${PATH}/${id}`, input),
    onSuccess: () => {
      toast({ text: texts.savedWaitingEventsAreSent });
      onDone();
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => sendJson("POST", `${PATH}/${id}/remove`),
    onSuccess: () => {
      toast({ text: texts.theEndpointIsRemoved });
      onDone();
    },
    onSettled: refresh,
  });
  return { create, update, remove };
}

export type EndpointActions = ReturnType<typeof useEndpointActions>;
