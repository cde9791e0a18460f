import { formatBankAmount } from "../parsing/amount";
import { findBank } from "../parsing/bank-names";
import type { ComposedNotification, SimulatedCredit, SimulatedSettlement } from "../provider";
import { SIGNATURE_HEADER, sign } from "./verify";

/** Builds Lenco's signed notification of a payment; a failed transfer is `virtual-account.rejected-transaction`. */
export function compose(credit: SimulatedCredit, token: string) {
  return signed(credit.channel === "pos" ? terminalPayment(credit) : transfer(credit), token);
}

function signed(message: object, token: string): ComposedNotification {
  const body = JSON.stringify(message);
  return { headers: { "content-type": "application/json", [SIGNATURE_HEADER]: sign(body, token) }, body };
}

/** Builds Lenco's signed notifications of a settlement: one per payment, at the settlement's time. */
export function composeSettlement(
  { settledAt, payments }: SimulatedSettlement,
  token: string,
): ComposedNotification[] {
  return payments.map(({ paymentKey, amount, channel }) => {
    const sum = formatBankAmount(amount, "naira");
    const common = { id: paymentKey, datetime: settledAt.toISOString() };
    const message =
      channel === "pos"
        ? {
            event: "pos-transaction.settled",
            data: { ...common, amount: sum, settlementStatus: "successful" },
          }
        : {
            event: "virtual-account.transaction.settled",
            data: { ...common, transactionAmount: sum, type: "credit", settlementStatus: "settled" },
          };
    return signed(message, token);
  });
}

function transfer(credit: SimulatedCredit) {
  const rejected = credit.status === "failed";
  return {
    event: rejected ? "virtual-account.rejected-transaction" : "virtual-account.transaction",
    data: {
      id: credit.paymentKey,
      transactionAmount: formatBankAmount(credit.amount, "naira"),
      currency: "NGN",
      type: "credit",
      status: credit.status,
      narration: credit.narration,
      details: {
        accountName: credit.senderName,
        accountNumber: credit.senderAccount,
        bank: { name: findBank(credit.senderBank)?.name ?? "", code: credit.senderBank },
      },
      virtualAccount: { type: "Dynamic Virtual Account", bankAccount: { accountNumber: credit.account } },
      datetime: credit.paidAt.toISOString(),
      nipSessionId: credit.bankRef,
      transactionReference: null,
      settlementStatus: "pending",
      ...(rejected && { reasonForRejection: { code: "01", message: "The amount is not the expected one" } }),
    },
  };
}

function terminalPayment(credit: SimulatedCredit) {
  return {
    event: "pos-transaction",
    data: {
      id: credit.paymentKey,
      reference: credit.bankRef,
      amount: formatBankAmount(credit.amount, "naira"),
      type: "transfer",
      status: credit.status,
      datetime: credit.paidAt.toISOString(),
      transfer: { sender: credit.senderName, description: credit.narration, sessionId: credit.bankRef },
      terminal: { serialNumber: credit.device, status: "assigned" },
      settlementStatus: "pending",
    },
  };
}
