import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Poster } from "@/components/accounts/poster";
import { readEvent } from "../../../../event";
import { requirePageMember } from "../../../../page-auth";
import { type EventPageProps, orNotFound, requireSessionId } from "../../../../page-params";

export const metadata: Metadata = { title: "Poster" };

export default async function PosterPage(props: EventPageProps) {
  const member = await requirePageMember();
  const sessionId = await requireSessionId(props.params);
  const event = await orNotFound(readEvent(member, sessionId));
  // A closed event takes no more payments, so nothing invites to pay into its account.
  if (!event.collection_account || event.status === "closed") notFound();
  return <Poster event={event} account={event.collection_account} />;
}
