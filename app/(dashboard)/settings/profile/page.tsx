import type { Metadata } from "next";
import { z } from "zod";
import { ProfileView } from "@/components/settings/profile/profile-view";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { roleHasPermission } from "@/lib/core/roles";
import { getProfile } from "@/lib/organisations";
import { OrganisationProfile } from "@/lib/organisations/contract";
import { requirePageMember } from "../../page-auth";
import * as texts from "../../texts";
import { withSkeleton } from "../../with-skeleton";

export const metadata: Metadata = { title: texts.profile };

async function ProfilePage() {
  const member = await requirePageMember();
  return (
    <ProfileView
      initial={z.encode(OrganisationProfile, await getProfile(member))}
      mayChange={roleHasPermission(member.actor.role, "change_profile")}
    />
  );
}

export default withSkeleton(ProfilePage, <CardSkeleton title={texts.profile} lines={6} />);
