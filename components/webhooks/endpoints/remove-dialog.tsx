"use client";

import { ConfirmDialog } from "../../shared/layout/confirm-dialog";
import type { OrganisationEndpointJson } from "../api";
import { endpointName } from "./endpoint-name";
import * as texts from "./texts";
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
      title={texts.removeQuestion(endpointName(endpoint))}
      description={texts.itGetsNoMoreEvents}
      cancelLabel={texts.keepIt}
      confirmLabel={texts.removeEndpoint}
      isBusy={remove.isPending}
      failure={{ title: texts.theEndpointWasNotRemoved, thrown: remove.error }}
      onConfirm={() => remove.mutate(endpoint.id)}
      onClose={onClose}
    >
      {waiting > 0 && (
        <p className="rounded-card bg-subtle px-4 py-3 text-body">
          {texts.eventsAreWaitingToBeSent(waiting)}
        </p>
      )}
    </ConfirmDialog>
  );
}
