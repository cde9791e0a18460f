"use client";

import { formatCountWithNoun } from "@/lib/core/format/count";
import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import type { OrganisationEndpointJson } from "../api";
import { endpointName } from "./endpoint-name";
import type { EndpointActions } from "./use-endpoints";

interface RemoveDialogProps {
  endpoint: OrganisationEndpointJson;
  actions: EndpointActions;
  onClose: () => void;
}

/** Confirms the removal of an endpoint, with the number of events that are lost to it. */
export function RemoveDialog({ endpoint, actions: { remove }, onClose }: RemoveDialogProps) {
  const { waiting_count: waiting } = endpoint;
  return (
    <ConfirmDialog
      title={`Remove ${endpointName(endpoint)}?`}
      description="It gets no more events, and events that wait have failed and cannot be sent again. Its deliveries stay listed. This cannot be undone."
      cancelLabel="Keep it"
      confirmLabel="Remove endpoint"
      isBusy={remove.isPending}
      failure={{ title: "The endpoint was not removed. Nothing changed.", thrown: remove.error }}
      onConfirm={() => remove.mutate(endpoint.id)}
      onClose={onClose}
    >
      {waiting > 0 && (
        <p className="rounded-card bg-subtle px-4 py-3 text-body">
          {formatCountWithNoun(waiting, "event")} {waiting === 1 ? "is" : "are"} waiting to be sent.
        </p>
      )}
    </ConfirmDialog>
  );
}
