import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { z } from "zod";
import { ConnectionsCard } from "@/components/bank-connections/connections-card";
import { DevicesCard } from "@/components/devices/devices-card";
import { RefundSettingsCard } from "@/components/refunds/settings-card";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import type { MemberScope } from "@/lib/auth/member";
import { listOwnConnections } from "@/lib/bank-connections";
import { BankConnections } from "@/lib/bank-connections/contract";
import { roleHasPermission } from "@/lib/core/roles";
import { OwnDevices } from "@/lib/devices/contract";
import { readOwnDevices } from "@/lib/endpoints/devices";
import { getRefundSettings } from "@/lib/refunds";
import { RefundSettings } from "@/lib/refunds/contract";
import { requirePageMember } from "../../page-auth";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.banksAndDevices };

/** Loads the settings that this member may see, as JSON values. */
async function readSettings(member: MemberScope) {
  const { role } = member.actor;
  const [connections, devices, refunds] = await Promise.all([
    roleHasPermission(role, "manage_connections") ? listOwnConnections(member) : undefined,
    roleHasPermission(role, "manage_terminals") ? readOwnDevices(member) : undefined,
    roleHasPermission(role, "refund_payments") ? getRefundSettings(member) : undefined,
  ]);
  return {
    connections: connections && z.encode(BankConnections, connections),
    devices: devices && z.encode(OwnDevices, devices),
    refunds: refunds && z.encode(RefundSettings, refunds),
  };
}

async function CollectionPage() {
  const member = await requirePageMember();
  const { role } = member.actor;
  const { connections, devices, refunds } = await readSettings(member);
  if (!connections && !devices && !refunds) forbidden();
  return (
    <div className="grid grid-cols-1 gap-3">
      {connections && <ConnectionsCard initial={connections} isLive={member.mode === "live"} />}
      {devices && <DevicesCard initial={devices} mayManage={roleHasPermission(role, "manage_devices")} />}
      {refunds && (
        <RefundSettingsCard initial={refunds} mayChange={roleHasPermission(role, "set_refund_approval")} />
      )}
    </div>
  );
}

export default withSkeleton(CollectionPage, <CardSkeleton title={texts.devices} lines={6} />);
