import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Receipt } from "@/components/payments/receipt";
import { isId } from "@/lib/core/ids";
import { getPayment } from "@/lib/payment-search";
import { PaymentDetail } from "@/lib/payment-search/contract";
import { readEvent } from "../../../../event";
import { found, sessionIn } from "../../../../found";
import { pageMember } from "../../../../member";

export const metadata: Metadata = { title: "Receipt" };

interface ReceiptProps {
  params: Promise<{ session_id: string; transaction_id: string }>;
}

export default async function ReceiptPage({ params }: ReceiptProps) {
  const member = await pageMember();
  const sessionId = await sessionIn(params);
  const { transaction_id: transactionId } = await params;
  if (!isId("transaction", transactionId)) notFound();
  const [event, detail] = await found(
    Promise.all([readEvent(member, sessionId), getPayment(member, { sessionId, transactionId })]),
  );
  return <Receipt event={event} detail={z.encode(PaymentDetail, detail)} />;
}
