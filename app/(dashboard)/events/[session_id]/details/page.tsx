import type { Metadata } from "next";
import { DetailsView } from "@/components/event-details/details-view";
import { PageHeader } from "@/components/shared/layout/page-header";
import { CardSkeleton } from "@/components/shared/skeletons/card-skeleton";
import { roleHasPermission } from "@/lib/core/roles";
import { readEvent } from "../../../event";
import { requirePageMember } from "../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../page-params";
import * as texts from "../../../texts";
import { withSkeleton } from "../../../with-skeleton";

export const metadata: Metadata = { title: texts.details };

async function DetailsPage(props: EventPageProps) {
  const member = await requirePageMember();
  const event = await orNotFound(readEvent(member, await requireSessionId(props.params)));
  const { role } = member.actor;
  return (
    <DetailsView
      initial={event}
      may={{
        change: roleHasPermission(role, "change_event"),
        open: roleHasPermission(role, "open_event"),
        seeWebhooks: roleHasPermission(role, "see_webhooks"),
      }}
    />
  );
}

export default withSkeleton(
  DetailsPage,
  <>
    <PageHeader title={texts.details} />
    <CardSkeleton title={texts.eventLabel} lines={3} />
  </>,
);
