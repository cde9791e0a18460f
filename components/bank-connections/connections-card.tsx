"use client";

import { useState } from "react";
import { Plus } from "@/components/ui/icons/icons";
import { bankName } from "../shared/format/bank-name";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { asApiError } from "../shared/requests/api";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import type { ConnectionJson, ConnectionsJson } from "./api";
import { AddDialog, RemoveDialog, RotateDialog } from "./connection-dialogs";
import { ConnectionList } from "./connection-list";
import { GoLiveChecklist } from "./go-live-checklist";
import * as texts from "./texts";
import { useConnectionActions, useConnections } from "./use-connections";

type OpenDialog = { action: "add" } | { action: "rotate" | "remove"; connection: ConnectionJson };

interface ConnectionsCardProps {
  initial: ConnectionsJson;
  /** Whether connections can be changed: in live mode only. */
  isLive: boolean;
}

/** Which dialog is open, and the mutations, which report their success and close it. */
function useDialog() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const actions = useConnectionActions((text) => {
    toast({ text });
    close();
  });
  const open = (next: OpenDialog) => {
    for (const action of Object.values(actions)) action.reset();
    setDialog(next);
  };
  return { dialog, open, close, actions };
}

/** The organisation's bank connections, with adding, replacing, choosing and removing. */
export function ConnectionsCard({ initial, isLive }: ConnectionsCardProps) {
  const { data, error, refetch } = useConnections(initial);
  const { dialog, open, close, actions } = useDialog();
  const { connections, banks } = data;
  const unused = banks.filter(({ provider }) => !connections.some((one) => one.provider === provider));
  const rotated =
    dialog?.action === "rotate" && banks.find((one) => one.provider === dialog.connection.provider);
  return (
    <Card aria-label={texts.bankConnections}>
      <CardHead title={texts.bankConnections} count={connections.length}>
        {isLive && unused.length > 0 && (
          <Button onClick={() => open({ action: "add" })}>
            <Plus aria-hidden />
            {texts.addAConnection}
          </Button>
        )}
      </CardHead>
      {error && (
        <LoadFailed title={texts.theBankConnectionsDidNotLoad} error={error} onRetry={() => refetch()} />
      )}
      {connections.length === 0 ? (
        <NoConnections data={data} isLive={isLive} />
      ) : (
        <ConnectionList
          connections={connections}
          banks={banks}
          onRotate={(connection) => open({ action: "rotate", connection })}
          onRemove={(connection) => open({ action: "remove", connection })}
          onDefault={({ id }) =>
            actions.setDefault.mutate(id, {
              onError: (thrown) =>
                toast({ tone: "failed", text: texts.nothingWasChanged(asApiError(thrown).detail) }),
            })
          }
        />
      )}
      {isLive && data.deployment_account && <DeploymentChecklist account={data.deployment_account} />}
      {dialog?.action === "add" && <AddDialog banks={unused} actions={actions} onClose={close} />}
      {dialog?.action === "rotate" && rotated && (
        <RotateDialog connection={dialog.connection} bank={rotated} actions={actions} onClose={close} />
      )}
      {dialog?.action === "remove" && (
        <RemoveDialog connection={dialog.connection} actions={actions} onClose={close} />
      )}
    </Card>
  );
}

function NoConnections({ data, isLive }: { data: ConnectionsJson; isLive: boolean }) {
  const { share_provider: share, may_use_deployment: mayUse } = data;
  const use = share
    ? texts.yourAccountsAreOpenedAt(bankName(share))
    : mayUse
      ? texts.accountsOpenedAtOperatorsBank
      : texts.liveEventsNeedAConnection;
  return (
    <EmptyState title={texts.yourOrganisationHasNoBankConnection} className="py-8">
      {isLive ? use : texts.connectionsAreForLiveEvents}
    </EmptyState>
  );
}

/** The checklist of an organisation whose accounts are opened at the operator's bank. */
function DeploymentChecklist({
  account: { provider, checklist },
}: {
  account: NonNullable<ConnectionsJson["deployment_account"]>;
}) {
  return (
    <div className="border-edge border-t px-4 py-3">
      <GoLiveChecklist
        checklist={checklist}
        subject={{ provider, isTried: true, lastNotifiedAt: null, isOwn: false }}
      />
    </div>
  );
}
