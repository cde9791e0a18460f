import { formatKobo } from "@/lib/core/money";
import type { ProviderName } from "@/lib/env";
import { getProvider } from "../../registry";
import { signedHeaders } from "../signatures";
import type { EmulatedDispute, EmulatedLedger, EmulatedPayment, EmulatedRefund } from "./ledger";

/** A signed notification, ready to be posted. */
export interface SentNotification {
  headers: Record<string, string>;
  body: string;
}

function signed(provider: ProviderName, json: unknown, secret: string): SentNotification {
  const body = JSON.stringify(json);
  return { body, headers: signedHeaders(provider, Buffer.from(body), secret, "") };
}

/** Composes the notification of a payment into an account. */
export function composePayment(
  provider: ProviderName,
  payment: EmulatedPayment,
  secret: string,
): SentNotification {
  const { key: paymentKey, amount, account, senderName, narration, paidAt } = payment;
  return getProvider(provider).compose(
    {
      ...{ paymentKey, amount, account, senderName, narration, paidAt },
      ...{ channel: "bank_transfer", status: "successful", device: "", bankRef: paymentKey },
      ...{ senderAccount: "0123456789", senderBank: "058" },
    },
    secret,
  );
}

const PAYSTACK_STATUS = { pending: "pending", completed: "processed", failed: "failed" } as const;

/** Composes the notification of a refund, with the members of the bank's sample [D]; Monnify has none of a pending refund. */
export function composeRefund(
  provider: "paystack" | "monnify",
  { reference, paymentKey, amount, status }: EmulatedRefund,
  secret: string,
): SentNotification {
  if (provider === "paystack") {
    const data = {
      status: PAYSTACK_STATUS[status],
      transaction_reference: paymentKey,
      refund_reference: status === "pending" ? null : reference,
      amount: amount.toString(),
      currency: "NGN",
      domain: "test",
    };
    return signed(provider, { event: `refund.${data.status}`, data }, secret);
  }
  const eventData = {
    transactionReference: paymentKey,
    refundReference: reference,
    refundAmount: Number(formatKobo(amount)),
    refundStatus: status === "failed" ? "FAILED" : "COMPLETED",
  };
  const eventType = status === "failed" ? "FAILED_REFUND" : "SUCCESSFUL_REFUND";
  return signed(provider, { eventType, eventData }, secret);
}

/** Composes Paystack's notification that a dispute was opened, or resolved for the payer (`lost`) or for us (`won`) [D]. */
export function composeDispute(
  { id, paymentKey, amount, dueAt }: EmulatedDispute,
  stage: "opened" | "lost" | "won",
  secret: string,
): SentNotification {
  const isOpen = stage === "opened";
  const data = {
    id,
    refund_amount: Number(amount),
    currency: "NGN",
    status: isOpen ? "awaiting-merchant-feedback" : "resolved",
    resolution: isOpen ? null : stage === "lost" ? "merchant-accepted" : "declined",
    dueAt: dueAt.toISOString(),
    transaction: {
      reference: paymentKey,
      status: stage === "lost" ? "reversed" : "success",
      amount: Number(amount),
    },
  };
  const event = isOpen ? "charge.dispute.create" : "charge.dispute.resolve";
  return signed("paystack", { event, data }, secret);
}

/** Composes Nomba's notification of a reversal, which names the payment as third parties show it [S]. */
export function composeReversal({ key, amount }: EmulatedPayment, secret: string): SentNotification {
  const transaction = {
    transactionId: `REV-${key}`,
    originalTransactionId: key,
    transactionAmount: Number(formatKobo(amount)),
    type: "vact_transfer",
    time: new Date().toISOString(),
    responseCode: "",
  };
  const data = { merchant: { walletId: "w", userId: "u" }, terminal: {}, transaction };
  return signed("nomba", { event_type: "payment_reversal", requestId: `REV-${key}`, data }, secret);
}

/** Composes Monnify's notification of a settlement, which lists its payments [D]. */
export function composeSettlement(
  ledger: EmulatedLedger,
  { id: reference, settledAt, paymentKeys }: EmulatedLedger["settlements"][number],
  secret: string,
): SentNotification | undefined {
  const payments = paymentKeys.map((paymentKey) => ({
    paymentKey,
    amount: ledger.sum([paymentKey]),
    channel: "bank_transfer" as const,
  }));
  return getProvider("monnify").composeSettlement?.({ reference, settledAt, payments }, secret)[0];
}
