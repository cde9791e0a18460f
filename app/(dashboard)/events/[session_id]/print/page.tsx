import type { Metadata } from "next";
import { z } from "zod";
import { PrintSheet } from "@/components/payments/print/print-sheet";
import type { MemberScope } from "@/lib/auth/member";
import type { Id } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { roleHasPermission } from "@/lib/core/roles";
import { listOwnExceptions } from "@/lib/exceptions";
import { EXCEPTION_REASONS } from "@/lib/exceptions/labels";
import { getLive } from "@/lib/live";
import { LiveFigures } from "@/lib/live/contract";
import { getProfile } from "@/lib/organisations";
import { OrganisationProfile } from "@/lib/organisations/contract";
import { readEvent } from "../../../event";
import { requirePageMember } from "../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";

export const metadata: Metadata = { title: texts.print };

async function countExceptions(member: MemberScope, sessionId: Id<"session">) {
  if (!roleHasPermission(member.actor.role, "see_money")) return undefined;
  const { open_reasons: counts } = await listOwnExceptions(member, sessionId, {
    state: "open",
    reason: undefined,
  });
  return keysOf(EXCEPTION_REASONS).flatMap((reason) => {
    const count = counts[reason];
    return count ? [{ name: EXCEPTION_REASONS[reason].name, count }] : [];
  });
}

export default async function PrintPage(props: EventPageProps) {
  const member = await requirePageMember();
  const sessionId = await requireSessionId(props.params);
  const [event, { figures }, exceptions, profile] = await orNotFound(
    Promise.all([
      readEvent(member, sessionId),
      getLive(member, sessionId),
      countExceptions(member, sessionId),
      getProfile(member),
    ]),
  );
  return (
    <PrintSheet
      profile={z.encode(OrganisationProfile, profile)}
      event={event}
      figures={z.encode(LiveFigures, figures)}
      exceptions={exceptions}
      preparedBy={member.actor.name || member.actor.email}
    />
  );
}
