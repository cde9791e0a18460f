import type { Metadata } from "next";
import { cookies } from "next/headers";
import { z } from "zod";
import { AlertsLink } from "@/components/alerts/alerts-link";
import { ConnectionsCard } from "@/components/bank-connections/connections-card";
import { DevicesCard } from "@/components/devices/devices-card";
import { RefundSettingsCard } from "@/components/refunds/settings-card";
import { AccountCard } from "@/components/settings/account/account-card";
import { SignInsCard } from "@/components/settings/account/sign-ins-card";
import { AuditCard } from "@/components/settings/audit-card";
import { MembersCard } from "@/components/settings/members/members-card";
import { RolesCard } from "@/components/settings/members/roles-card";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { PageHeader } from "@/components/shared/layout/page-header";
import { Preferences } from "@/components/shell/preferences";
import { ANNOUNCE_COOKIE, KEYS_COOKIE, readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { listAuditEntries } from "@/lib/audit";
import { AuditPage } from "@/lib/audit/contract";
import type { MemberScope } from "@/lib/auth/member";
import { listOwnConnections } from "@/lib/bank-connections";
import { BankConnections } from "@/lib/bank-connections/contract";
import { ROLE_NAMES, roleHasPermission } from "@/lib/core/roles";
import { OwnDevices } from "@/lib/devices/contract";
import { readOwnDevices } from "@/lib/endpoints/devices";
import { listMembers } from "@/lib/organisations";
import { MemberRow } from "@/lib/organisations/contract";
import { getRefundSettings } from "@/lib/refunds";
import { RefundSettings } from "@/lib/refunds/contract";
import { getOwnSecondFactor, getRequiredRoles } from "@/lib/second-factor";
import { OwnSecondFactor } from "@/lib/second-factor/contract";
import { listOwnSignIns } from "@/lib/sign-ins";
import { OwnSignIn } from "@/lib/sign-ins/contract";
import { requirePageMember } from "../page-auth";
import { withSkeleton } from "../with-skeleton";

export const metadata: Metadata = { title: "Settings" };

/** Loads the settings that this member may see, as JSON values. */
async function readSettings(member: MemberScope) {
  const isManager = roleHasPermission(member.actor.role, "manage_members");
  const [signIns, factor, members, required, devices, audit, refunds, connections] = await Promise.all([
    listOwnSignIns(member),
    getOwnSecondFactor(member),
    isManager ? listMembers(member) : undefined,
    isManager ? getRequiredRoles(member) : undefined,
    roleHasPermission(member.actor.role, "manage_terminals") ? readOwnDevices(member) : undefined,
    roleHasPermission(member.actor.role, "see_audit") ? listAuditEntries(member, {}) : undefined,
    roleHasPermission(member.actor.role, "refund_payments") ? getRefundSettings(member) : undefined,
    roleHasPermission(member.actor.role, "manage_connections") ? listOwnConnections(member) : undefined,
  ]);
  return {
    signIns: z.encode(z.array(OwnSignIn), signIns),
    factor: z.encode(OwnSecondFactor, factor),
    requiredRoles: required?.roles ?? [],
    members: members && z.encode(z.array(MemberRow), members),
    devices: devices && z.encode(OwnDevices, devices),
    refunds: refunds && z.encode(RefundSettings, refunds),
    audit: audit && z.encode(AuditPage, audit),
    connections: connections && z.encode(BankConnections, connections),
  };
}

async function SettingsPage() {
  const member = await requirePageMember();
  const { signIns, factor, members, requiredRoles, devices, audit, refunds, connections } =
    await readSettings(member);
  const cookieStore = await cookies();
  const preference = (cookie: string) => cookieStore.get(cookie)?.value;
  return (
    <>
      <PageHeader
        title="Settings"
        meta={[member.organisationName, member.actor.email, ROLE_NAMES[member.actor.role]]}
      />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-1 gap-3 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-start-1">
          <AccountCard email={member.actor.email} initial={factor} />
          <Preferences
            theme={readTheme(preference(THEME_COOKIE))}
            keys={preference(KEYS_COOKIE) !== "off"}
            announce={preference(ANNOUNCE_COOKIE) !== "off"}
          />
          <AlertsLink />
          <SignInsCard initial={signIns} current={member.signInId} />
        </div>
        <div className="grid grid-cols-1 gap-3 xl:col-start-1 xl:row-start-1">
          {members && (
            <MembersCard initial={members} requiredRoles={requiredRoles} ownId={member.actor.memberId} />
          )}
          {connections && <ConnectionsCard initial={connections} isLive={member.mode === "live"} />}
          {devices && (
            <DevicesCard
              initial={devices}
              mayManage={roleHasPermission(member.actor.role, "manage_devices")}
            />
          )}
          {refunds && (
            <RefundSettingsCard
              initial={refunds}
              mayChange={roleHasPermission(member.actor.role, "set_refund_approval")}
            />
          )}
          <RolesCard own={member.actor.role} />
          {audit && <AuditCard initial={audit} />}
        </div>
      </div>
    </>
  );
}

export default withSkeleton(SettingsPage, <SettingsSkeleton />);
