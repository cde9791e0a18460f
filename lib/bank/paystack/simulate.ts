import { findBank } from "../parsing/bank-names";
import type { SimulatedCredit } from "../provider";
import { SIGNATURE_HEADER, sign } from "./verify";

/** Masks a payer's account as Paystack does, to its last four digits. */
export function mask(account: string): string {
  return `XXXXXX${account.slice(-4)}`;
}

/**
 * Builds Paystack's signed notification of a payment. A failed transfer is `bank.transfer.rejected`, of which only
 * `bank_transfer` is documented [?]; the other members are placed as in `charge.success`.
 */
export function compose(credit: SimulatedCredit, secret: string) {
  const rejected = credit.channel === "bank_transfer" && credit.status === "failed";
  const event = rejected ? "bank.transfer.rejected" : "charge.success";
  const body = JSON.stringify({ event, data: rejected ? rejection(credit) : charge(credit) });
  return { headers: { "content-type": "application/json", [SIGNATURE_HEADER]: sign(body, secret) }, body };
}

function charge(credit: SimulatedCredit) {
  const paid = credit.paidAt.toISOString();
  const pos = credit.channel === "pos";
  return {
    domain: "test",
    status: credit.status === "successful" ? "success" : "failed",
    reference: credit.paymentKey,
    amount: pos ? credit.amount.toString() : Number(credit.amount),
    gateway_response: "Approved",
    paid_at: paid,
    created_at: paid,
    channel: pos ? "pos" : "dedicated_nuban",
    currency: "NGN",
    authorization: authorization(credit),
    ...(pos && {
      source: { type: "offline", source: "pos", entry_point: "pos_initialize", identifier: credit.device },
    }),
  };
}

function rejection(credit: SimulatedCredit) {
  return {
    bank_transfer: {
      amount: credit.amount.toString(),
      message: "incorrect amount sent",
      message_type: "INCORRECT_AMOUNT",
      transaction_id: credit.paymentKey,
    },
    currency: "NGN",
    created_at: credit.paidAt.toISOString(),
    authorization: authorization(credit),
  };
}

function authorization(credit: SimulatedCredit) {
  return {
    sender_bank: findBank(credit.senderBank)?.name ?? null,
    sender_bank_account_number: credit.senderAccount === "" ? null : mask(credit.senderAccount),
    sender_country: "NG",
    sender_name: credit.senderName,
    narration: credit.narration,
    receiver_bank_account_number: credit.account === "" ? null : credit.account,
  };
}
