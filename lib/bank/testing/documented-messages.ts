import type { ProviderName } from "@/lib/env";
import type { Unit } from "../parsing/amount";
import { custom } from "./adapters";
import { readFixture, SAMPLE, SECRET } from "./notifications";
import { OTHER_CHANNELS } from "./other-channels";

/** The kind of a generated notification. */
export type GeneratedKind =
  | "payment"
  | "settlement"
  | "refund"
  | "reversal"
  | "dispute"
  | "ignored"
  | "unknown";

/** A documented message of a bank, with the paths of the members that identify its payment. */
export interface DocumentedMessage {
  kind: Exclude<GeneratedKind, "ignored" | "unknown">;
  json: string;
  /** The paths of every member with the payment's key. */
  keys: string[];
  amounts: string[];
  account?: string;
  device?: string;
}

/** A bank's messages, the member that names their kind, and the unit of their amounts. */
export interface DocumentedBank {
  kindMember: string;
  unit: Unit;
  messages: DocumentedMessage[];
}

const read = (provider: string, name: string) => readFixture(provider, name).toString();
const composed = (device: string) =>
  custom.compose({ ...SAMPLE, ...(device !== "" && { channel: "pos", account: "", device }) }, SECRET).body;

const paystack: DocumentedMessage[] = [
  {
    kind: "payment",
    json: read("paystack", "transfer"),
    keys: ["data.reference"],
    amounts: ["data.amount"],
    account: "data.authorization.receiver_bank_account_number",
  },
  {
    kind: "payment",
    json: read("paystack", "pos"),
    keys: ["data.reference"],
    amounts: ["data.amount"],
    device: "data.source.identifier",
  },
  {
    kind: "payment",
    json: read("paystack", "rejected"),
    keys: ["data.bank_transfer.transaction_id"],
    amounts: ["data.bank_transfer.amount"],
  },
  {
    kind: "refund",
    json: read("paystack", "refund"),
    keys: ["data.transaction_reference"],
    amounts: ["data.amount"],
  },
  {
    kind: "dispute",
    json: read("paystack", "dispute"),
    keys: ["data.transaction.reference"],
    amounts: ["data.refund_amount"],
  },
  {
    kind: "dispute",
    json: read("paystack", "dispute-resolved"),
    keys: ["data.transaction.reference"],
    amounts: ["data.refund_amount"],
  },
];

const monnify: DocumentedMessage[] = [
  {
    kind: "payment",
    json: read("monnify", "transfer"),
    keys: ["eventData.transactionReference", "eventData.paymentReference"],
    amounts: ["eventData.amountPaid", "eventData.paymentSourceInformation.0.amountPaid"],
    account: "eventData.destinationAccountInformation.accountNumber",
  },
  {
    kind: "payment",
    json: read("monnify", "rejection"),
    keys: ["eventData.transactionReference"],
    amounts: ["eventData.paymentSourceInformation.amountPaid"],
    account: "eventData.paymentRejectionInformation.destinationAccountNumber",
  },
  {
    kind: "settlement",
    json: read("monnify", "settlement"),
    keys: ["eventData.transactions.0.transactionReference"],
    amounts: ["eventData.transactions.0.amountPaid"],
  },
  {
    kind: "refund",
    json: read("monnify", "refund"),
    keys: ["eventData.transactionReference"],
    amounts: ["eventData.refundAmount"],
  },
];

const nomba: DocumentedMessage[] = [
  {
    kind: "payment",
    json: read("nomba", "transfer"),
    keys: ["data.transaction.transactionId"],
    amounts: ["data.transaction.transactionAmount"],
    account: "data.transaction.aliasAccountNumber",
  },
  {
    kind: "payment",
    json: read("nomba", "pos-failed"),
    keys: ["data.transaction.transactionId"],
    amounts: ["data.transaction.transactionAmount"],
    device: "data.transaction.terminalSerialNumber",
  },
  {
    kind: "reversal",
    json: read("nomba", "reversal"),
    keys: ["data.transaction.transactionId"],
    amounts: ["data.transaction.transactionAmount"],
  },
];

const lenco: DocumentedMessage[] = [
  {
    kind: "payment",
    json: read("lenco", "transfer"),
    keys: ["data.id"],
    amounts: ["data.transactionAmount"],
    account: "data.virtualAccount.bankAccount.accountNumber",
  },
  {
    kind: "payment",
    json: read("lenco", "pos"),
    keys: ["data.id"],
    amounts: ["data.amount"],
    device: "data.terminal.serialNumber",
  },
  {
    kind: "payment",
    json: read("lenco", "rejected"),
    keys: ["data.id"],
    amounts: ["data.transactionAmount"],
    account: "data.virtualAccount.bankAccount.accountNumber",
  },
  {
    kind: "settlement",
    json: read("lenco", "settled"),
    keys: ["data.id"],
    amounts: ["data.transactionAmount"],
  },
];

const moniepoint: DocumentedMessage[] = [
  {
    kind: "payment",
    json: read("moniepoint", "transfer"),
    keys: ["data.transactionReference"],
    amounts: ["data.amount"],
    device: "data.terminalSerial",
  },
  {
    kind: "reversal",
    json: read("moniepoint", "transfer").replace("V1_POS_TRANSFER_", "V1_POS_REVERSAL_"),
    keys: ["data.transactionReference"],
    amounts: ["data.amount"],
  },
];

const flutterwave: DocumentedMessage[] = [
  {
    kind: "payment",
    json: read("flutterwave", "transfer"),
    keys: ["data.id"],
    amounts: ["data.amount"],
    account: "data.account_number",
  },
  {
    kind: "refund",
    json: read("flutterwave", "refund"),
    keys: ["data.charge_id"],
    amounts: ["data.amount_refunded"],
  },
];

const customMessages: DocumentedMessage[] = [
  {
    kind: "payment",
    json: composed(""),
    keys: ["data.id"],
    amounts: ["data.amount"],
    account: "data.destination.account_number",
  },
  {
    kind: "payment",
    json: composed("SN-0001"),
    keys: ["data.id"],
    amounts: ["data.amount"],
    device: "data.terminal.serial",
  },
];

/** Every bank's documented messages; `custom` uses the documented example file. */
export const DOCUMENTED_BANKS: Record<ProviderName, DocumentedBank> = {
  paystack: { kindMember: "event", unit: "kobo", messages: [...paystack, ...OTHER_CHANNELS.paystack] },
  monnify: { kindMember: "eventType", unit: "naira", messages: [...monnify, ...OTHER_CHANNELS.monnify] },
  nomba: { kindMember: "event_type", unit: "naira", messages: [...nomba, ...OTHER_CHANNELS.nomba] },
  lenco: { kindMember: "event", unit: "naira", messages: lenco },
  moniepoint: { kindMember: "eventType", unit: "kobo", messages: moniepoint },
  flutterwave: {
    kindMember: "type",
    unit: "naira",
    messages: [...flutterwave, ...OTHER_CHANNELS.flutterwave],
  },
  custom: { kindMember: "event", unit: "naira", messages: customMessages },
};
