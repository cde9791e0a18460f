import { createHash } from "node:crypto";
import { formatLagosTime } from "../parsing/time";
import type { SimulatedCredit } from "../provider";
import { ID_HEADER, SIGNATURE_HEADER, sign, TIMESTAMP_HEADER } from "./verify";

/** Builds Moniepoint's signed notification of a terminal payment; Moniepoint reports no others. */
export function compose(credit: SimulatedCredit, secret: string) {
  const id = createHash("sha256").update(credit.paymentKey).digest("hex").slice(0, 32);
  const body = JSON.stringify({
    data: {
      amount: Number(credit.amount),
      responseCode: credit.status === "successful" ? "00" : "51",
      terminalSerial: credit.device,
      transactionTime: `${formatLagosTime(credit.paidAt).replace(" ", "T")}+0100`,
      transactionType: "PURCHASE",
      merchantReference: "",
      transactionStatus: credit.status === "successful" ? "APPROVED" : "DECLINED",
      transactionReference: credit.paymentKey,
      retrievalReferenceNumber: credit.bankRef,
    },
    eventId: id,
    subject: { domain: "CHANNELS", resource: "business", resourceId: "150" },
    createdAt: formatLagosTime(credit.paidAt).replace(" ", "T"),
    eventType: "V1_POS_PURCHASE_TRANSACTION",
  });
  const timestamp = String(credit.paidAt.getTime());
  return {
    headers: {
      "content-type": "application/json",
      [ID_HEADER]: id,
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: sign(id, timestamp, Buffer.from(body), secret),
    },
    body,
  };
}
