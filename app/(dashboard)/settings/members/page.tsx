import type { Metadata } from "next";
import { z } from "zod";
import { MembersCard } from "@/components/settings/members/members-card";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { listMembers } from "@/lib/organisations";
import { MemberRow } from "@/lib/organisations/contract";
import { getRequiredRoles } from "@/lib/second-factor";
import { requirePagePermission } from "../../page-auth";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.members };

async function MembersPage() {
  const member = await requirePagePermission("manage_members");
  const [members, { roles }] = await Promise.all([listMembers(member), getRequiredRoles(member)]);
  return (
    <MembersCard
      initial={z.encode(z.array(MemberRow), members)}
      requiredRoles={roles}
      ownId={member.actor.memberId}
    />
  );
}

export default withSkeleton(MembersPage, <CardSkeleton title={texts.members} lines={6} />);
