import { createHash } from "node:crypto";
import { formatBankAmount } from "../parsing/amount";
import { findBank } from "../parsing/bank-names";
import type { SimulatedCredit } from "../provider";
import { SCHEME, SIGNATURE_HEADER, sign, TIMESTAMP_HEADER } from "./verify";

/** Builds Nomba's signed notification of a payment. Its times are whole seconds. */
export function compose(credit: SimulatedCredit, secret: string) {
  const time = `${credit.paidAt.toISOString().slice(0, 19)}Z`;
  const body = JSON.stringify({
    event_type: credit.status === "successful" ? "payment_success" : "payment_failed",
    requestId: createHash("sha256").update(credit.paymentKey).digest("hex").slice(0, 32),
    data: {
      merchant: { walletId: "simulated-wallet", walletBalance: 0, userId: "simulated-merchant" },
      ...(credit.channel === "pos" ? terminalPayment(credit, time) : transfer(credit, time)),
    },
  });
  const signature = sign(Buffer.from(body), time, secret);
  return {
    headers: {
      "content-type": "application/json",
      ...SCHEME,
      [TIMESTAMP_HEADER]: time,
      [SIGNATURE_HEADER]: signature,
      "nomba-sig-value": signature,
    },
    body,
  };
}

function transfer(credit: SimulatedCredit, time: string) {
  return {
    terminal: {},
    transaction: {
      ...transaction(credit, time),
      type: "vact_transfer",
      sessionId: credit.bankRef,
      originatingFrom: "api",
    },
    customer: customer(credit),
  };
}

function terminalPayment(credit: SimulatedCredit, time: string) {
  return {
    terminal: { terminalLabel: "SIMULATED" },
    transaction: {
      ...transaction(credit, time),
      type: "purchase",
      rrn: credit.bankRef,
      originatingFrom: "pos",
      terminalSerialNumber: credit.device,
    },
    customer: customer(credit),
  };
}

function transaction(credit: SimulatedCredit, time: string) {
  return {
    transactionId: credit.paymentKey,
    transactionAmount: Number(formatBankAmount(credit.amount, "naira")),
    aliasAccountNumber: credit.account,
    narration: credit.narration,
    responseCode: credit.status === "successful" ? "" : "51",
    time,
  };
}

function customer(credit: SimulatedCredit) {
  const { senderName, senderAccount: accountNumber, senderBank: bankCode } = credit;
  return { senderName, accountNumber, bankCode, bankName: findBank(bankCode)?.name ?? "" };
}
