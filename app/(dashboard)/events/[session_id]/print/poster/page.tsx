import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Poster } from "@/components/payment-page/poster";
import { PosterTools } from "@/components/payment-page/poster-tools";
import { toQr } from "@/lib/core/format/qr-code";
import { getProfile } from "@/lib/organisations";
import { OrganisationProfile } from "@/lib/organisations/contract";
import { getPaymentPage } from "@/lib/payment-pages";
import { PaymentPageLink } from "@/lib/payment-pages/contract";
import { readEvent } from "../../../../event";
import { requirePageMember } from "../../../../page-auth";
import { type EventPageProps, getQuery, orNotFound, requireSessionId } from "../../../../page-params";
import * as texts from "../../../../texts";

export const metadata: Metadata = { title: texts.poster };

export default async function PosterPage(props: EventPageProps) {
  const member = await requirePageMember();
  const sessionId = await requireSessionId(props.params);
  const [event, link, profile] = await orNotFound(
    Promise.all([readEvent(member, sessionId), getPaymentPage(member, sessionId), getProfile(member)]),
  );
  // A closed event takes no more payments, so nothing invites to pay into its account.
  if (!event.collection_account || event.status === "closed") notFound();
  const form = (await getQuery(props.searchParams)).form === "phone" ? "phone" : "a4";
  return (
    <>
      <PosterTools sessionId={sessionId} form={form} initial={z.encode(PaymentPageLink, link)} />
      <Poster
        profile={z.encode(OrganisationProfile, profile)}
        event={event}
        account={event.collection_account}
        form={form}
        link={
          link.url === null
            ? undefined
            : { address: link.url.replace(/^https?:\/\//, ""), qr: toQr(link.url) }
        }
      />
    </>
  );
}
