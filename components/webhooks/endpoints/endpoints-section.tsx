"use client";

import { useState } from "react";
import { LoadFailed } from "../../shared/layout/error-panel";
import { useQueryParams } from "../../shared/requests/use-query-params";
import { rowSteps } from "../../shared/tables/row-steps";
import { announce } from "../../ui/browser/live-region";
import { KeyReveal } from "../../ui/feedback/key-reveal";
import { LazyPart } from "../../ui/overlays/lazy";
import type { OrganisationEndpointJson } from "../api";
import { EndpointDrawer, type EndpointRights } from "./endpoint-drawer";
import { endpointName } from "./endpoint-name";
import { EndpointsCard } from "./endpoints-card";
import * as texts from "./texts";
import {
  type EndpointActions,
  type NewEndpoint,
  useEndpointActions,
  type useEndpoints,
} from "./use-endpoints";

const fetchDialog = () => import("./endpoint-dialog").then((module) => module.EndpointDialog);
const fetchRemove = () => import("./remove-dialog").then((module) => module.RemoveDialog);

type OpenDialog = { action: "add" } | { action: "edit" | "remove"; endpoint: OrganisationEndpointJson };

/** Which dialog is open, and the mutations, which close it. */
function useDialog() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [created, setCreated] = useState<NewEndpoint>();
  const close = () => setDialog(undefined);
  const actions = useEndpointActions({
    onDone: close,
    onCreated: (endpoint) => {
      setCreated(endpoint);
      announce(texts.isAdded(endpointName(endpoint.endpoint)));
    },
  });
  const open = (next: OpenDialog) => {
    for (const action of Object.values(actions)) action.reset();
    setDialog(next);
  };
  return { dialog, open, close, actions, created, setCreated };
}

interface EndpointsSectionProps extends EndpointRights {
  query: ReturnType<typeof useEndpoints>;
}

/** Lists the organisation-wide endpoints and lets members add, edit and remove them. Shows the secret of a new one. */
export function EndpointsSection({ query, ...rights }: EndpointsSectionProps) {
  const { get, go } = useQueryParams();
  const { dialog, open, close, actions, created, setCreated } = useDialog();
  const endpoints = query.data;
  const endpoint = endpoints.find(({ id }) => id === get("open"));
  const show = (id: string | undefined) => go({ open: id });
  return (
    <>
      {created && <NewSecret created={created} onStored={() => setCreated(undefined)} />}
      <EndpointsCard
        endpoints={endpoints}
        selected={endpoint?.id}
        failed={
          query.isError && (
            <LoadFailed
              title={texts.theEndpointsDidNotLoad}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )
        }
        onAdd={rights.mayManageEndpoints ? () => open({ action: "add" }) : undefined}
        onOpen={show}
      />
      {endpoint && (
        <EndpointDrawer
          {...rights}
          endpoint={endpoint}
          onEdit={() => open({ action: "edit", endpoint })}
          onRemove={() => open({ action: "remove", endpoint })}
          onClose={() => show(undefined)}
          {...rowSteps(
            endpoints.map(({ id }) => id),
            endpoint.id,
            show,
          )}
        />
      )}
      <Dialogs dialog={dialog} actions={actions} onClose={close} />
    </>
  );
}

function NewSecret({ created, onStored }: { created: NewEndpoint; onStored: () => void }) {
  const { endpoint, secret } = created;
  return (
    <KeyReveal
      key={endpoint.id}
      title={texts.isAdded(endpointName(endpoint))}
      secret={secret}
      name={texts.signingSecret}
      aside={texts.storeItInYourReceiver}
      note={texts.receiverVerifiesWithTheSecret}
      onStored={onStored}
    />
  );
}

interface DialogsProps {
  dialog: OpenDialog | undefined;
  actions: EndpointActions;
  onClose: () => void;
}

function Dialogs({ dialog, actions, onClose }: DialogsProps) {
  if (!dialog) return null;
  if (dialog.action === "remove")
    return (
      <LazyPart
        part={fetchRemove}
        given={{ endpoint: dialog.endpoint, actions, onClose }}
        onFailed={onClose}
      />
    );
  const endpoint = dialog.action === "edit" ? dialog.endpoint : undefined;
  return <LazyPart part={fetchDialog} given={{ endpoint, actions, onClose }} onFailed={onClose} />;
}
