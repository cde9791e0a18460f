"use client";

import { useMemo, useState } from "react";
import { Plus } from "@/components/ui/icons/icons";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState } from "../shared/layout/empty";
import { LoadFailed } from "../shared/layout/error-panel";
import { DataTable } from "../shared/tables/data-table";
import { Button } from "../ui/forms/button";
import type { DeviceClaimJson, DeviceJson, DevicesJson } from "./api";
import { ClaimDialog } from "./claim-dialog";
import { ClaimPanel } from "./claim-panel";
import { DeviceItem, deviceColumns } from "./device-columns";
import { ReleaseDialog } from "./release-dialog";
import * as texts from "./texts";
import { useDevices } from "./use-devices";

interface DevicesCardProps {
  initial: DevicesJson;
  /** Whether the member may claim and release devices. */
  mayManage: boolean;
}

/** The organisation's POS devices and their terminals, with claiming and releasing. */
export function DevicesCard({ initial, mayManage }: DevicesCardProps) {
  const { data = initial, error, refetch } = useDevices(initial);
  const [claims, setClaims] = useState(initial.open_claims);
  const [newClaim, setNewClaim] = useState<string>();
  const [isClaiming, setClaiming] = useState(false);
  const [releasing, setReleasing] = useState<DeviceJson>();
  const onRelease = mayManage ? setReleasing : undefined;
  const show = (claim: DeviceClaimJson) => {
    setClaiming(false);
    setNewClaim(claim.id);
    setClaims((shown) => [...shown.filter(({ id }) => id !== claim.id), claim]);
  };
  return (
    <Card aria-label={texts.devices}>
      <CardHead title={texts.devices} count={data.devices.length}>
        {mayManage && data.banks.length > 0 && (
          <Button onClick={() => setClaiming(true)}>
            <Plus aria-hidden />
            {texts.claimADevice}
          </Button>
        )}
      </CardHead>
      {mayManage &&
        claims.map((claim) => (
          <ClaimPanel
            key={claim.id}
            claim={claim}
            isNew={claim.id === newClaim}
            onClose={() => setClaims((shown) => shown.filter(({ id }) => id !== claim.id))}
          />
        ))}
      <DataTable
        label={texts.devices}
        columns={useMemo(() => deviceColumns(onRelease), [onRelease])}
        rows={data.devices}
        rowKey={({ id }) => id}
        failed={
          error && <LoadFailed title={texts.theDevicesDidNotLoad} error={error} onRetry={() => refetch()} />
        }
        empty={<NoDevices canClaim={mayManage && data.banks.length > 0} />}
        noneFound={undefined}
        asItem={(device) => <DeviceItem device={device} onRelease={onRelease} />}
      />
      {isClaiming && <ClaimDialog banks={data.banks} onClose={() => setClaiming(false)} onOpened={show} />}
      {releasing && <ReleaseDialog device={releasing} onClose={() => setReleasing(undefined)} />}
    </Card>
  );
}

function NoDevices({ canClaim }: { canClaim: boolean }) {
  return (
    <EmptyState title={texts.yourOrganisationHasNoDevices} className="py-8">
      {canClaim ? texts.claimDeviceByPayment : texts.operatorAddsDevices}
    </EmptyState>
  );
}
