import { macPattern } from "@/lib/security/hmac";
import type { BankMessage, Provider } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { confirm, listSince } from "./records";
import { findRefund, refund } from "./refunds";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** What version 2 parsed: it ignored refunds that are in progress or failed, and read no due date of a dispute. */
function asVersion2(message: BankMessage): BankMessage {
  const { event } = message;
  if (["refund.pending", "refund.processing", "refund.failed"].includes(event))
    return { event, kind: "ignored" };
  if (message.kind !== "reversal") return message;
  const { dueAt: _, ...known } = message;
  return known;
}

/** What version 1 parsed: it also did not find a rejected transfer's session by the customer's address. */
function asVersion1(message: BankMessage): BankMessage {
  const known = asVersion2(message);
  return known.kind === "credit" ? { ...known, accountReference: "" } : known;
}

/** Paystack: dedicated virtual accounts and terminals (https://paystack.com/docs/payments/webhooks/). */
export const paystack: Provider = {
  name: "paystack",
  version: 3,
  earlierVersions: { 1: asVersion1, 2: asVersion2 },
  ignoredKinds: IGNORED_KINDS,
  channels: ["bank_transfer", "pos"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  provisionAccount,
  closeAccount,
  confirm,
  listSince,
  refund,
  findRefund,
};
