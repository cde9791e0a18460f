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
import { useDevices } from "./use-devices";

interface DevicesCardProps {
  initial: DevicesJson;
  /** Whether the member may claim and release devices. */
  mayManage: boolean;
}

/** The organisation's POS devices and their terminals, with claiming and releasing. */
export function DevicesCard({ initial, mayManage }: DevicesCardProps) {
  const { data = initial, isError, refetch } = useDevices(initial);
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
    <Card aria-label="Devices">
      <CardHead title="Devices" count={data.devices.length}>
        {mayManage && data.banks.length > 0 && (
          <Button onClick={() => setClaiming(true)}>
            <Plus aria-hidden />
            Claim a device
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
        label="Devices"
        columns={useMemo(() => deviceColumns(onRelease), [onRelease])}
        rows={data.devices}
        rowKey={({ id }) => id}
        failed={
          isError ? <LoadFailed title="The devices did not load" onRetry={() => refetch()} /> : undefined
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
    <EmptyState title="Your organisation has no devices" className="py-8">
      {canClaim
        ? "Claim a device by a small card payment on it, or ask the operator of the service to add it."
        : "The operator of the service adds devices to your organisation."}
    </EmptyState>
  );
}
