import type { DocumentedMessage } from "./documented-messages";
import { readFixture, setMember } from "./notifications";

/** Returns a documented message with members changed to other values that the bank documents. */
function edited(provider: string, name: string, members: Record<string, unknown>): string {
  const json: unknown = JSON.parse(readFixture(provider, name).toString());
  for (const [member, value] of Object.entries(members)) setMember(json, member, value);
  return JSON.stringify(json);
}

/**
 * Payments by card, USSD or QR that name an account or a device, and a transfer at a Virtual Terminal of Paystack. No bank
 * publishes a sample of them [?], so they are other samples with the documented value of the channel.
 */
export const OTHER_CHANNELS: Record<"paystack" | "monnify" | "nomba" | "flutterwave", DocumentedMessage[]> = {
  paystack: [
    {
      kind: "payment",
      json: edited("paystack", "transfer", { "data.channel": "ussd" }),
      keys: ["data.reference"],
      amounts: ["data.amount"],
      account: "data.authorization.receiver_bank_account_number",
    },
    {
      kind: "payment",
      json: edited("paystack", "pos", { "data.channel": "qr" }),
      keys: ["data.reference"],
      amounts: ["data.amount"],
      device: "data.source.identifier",
    },
    {
      kind: "payment",
      json: edited("paystack", "transfer", { "data.metadata.virtual_terminal": { code: "VT_6WUZ7QNA" } }),
      keys: ["data.reference"],
      amounts: ["data.amount"],
    },
  ],
  monnify: [
    {
      kind: "payment",
      json: edited("monnify", "transfer", { "eventData.paymentMethod": "CARD" }),
      keys: ["eventData.transactionReference", "eventData.paymentReference"],
      amounts: ["eventData.amountPaid", "eventData.paymentSourceInformation.0.amountPaid"],
      account: "eventData.destinationAccountInformation.accountNumber",
    },
  ],
  nomba: [
    {
      kind: "payment",
      json: edited("nomba", "pos-failed", {
        event_type: "payment_success",
        "data.transaction.type": "qrt_credit",
      }),
      keys: ["data.transaction.transactionId"],
      amounts: ["data.transaction.transactionAmount"],
      device: "data.transaction.terminalSerialNumber",
    },
  ],
  flutterwave: [
    {
      kind: "payment",
      json: edited("flutterwave", "transfer", { "data.payment_method.type": "card" }),
      keys: ["data.id"],
      amounts: ["data.amount"],
      account: "data.account_number",
    },
  ],
};
