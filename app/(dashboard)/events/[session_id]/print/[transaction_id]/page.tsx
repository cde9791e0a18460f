import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Receipt } from "@/components/payments/detail/receipt";
import { isId } from "@/lib/core/ids";
import { getProfile } from "@/lib/organisations";
import { OrganisationProfile } from "@/lib/organisations/contract";
import { getPayment } from "@/lib/payment-search";
import { PaymentDetail } from "@/lib/payment-search/contract";
import { readEvent } from "../../../../event";
import { requirePageMember } from "../../../../page-auth";
import { orNotFound, requireSessionId } from "../../../../page-params";
import * as texts from "../../../../texts";

export const metadata: Metadata = { title: texts.receipt };

interface ReceiptProps {
  params: Promise<{ session_id: string; transaction_id: string }>;
}

export default async function ReceiptPage({ params }: ReceiptProps) {
  const member = await requirePageMember();
  const sessionId = await requireSessionId(params);
  const { transaction_id: transactionId } = await params;
  if (!isId("transaction", transactionId)) notFound();
  const [event, detail, profile] = await orNotFound(
    Promise.all([
      readEvent(member, sessionId),
      getPayment(member, { sessionId, transactionId }),
      getProfile(member),
    ]),
  );
  return (
    <Receipt
      profile={z.encode(OrganisationProfile, profile)}
      event={event}
      detail={z.encode(PaymentDetail, detail)}
    />
  );
}
