import { macPattern } from "@/lib/security/hmac";
import type { BankMessage, Provider, RawNotification } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { FAILURE_KINDS, parseOpeningFailure } from "./customers";
import { listAccounts } from "./list-accounts";
import { confirm, listFormat, listSince } from "./records";
import { findRefund, refund } from "./refunds";
import { listSettlementPayments, listSettlements, SETTLEMENT_CYCLES } from "./settlements";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse, toVersion2 as withoutVirtualTerminals } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** What version 3 parsed: it ignored refunds that are in progress or failed, and read no due date of a dispute. */
function toVersion3(message: BankMessage): BankMessage {
  const { event } = message;
  if (["refund.pending", "refund.processing", "refund.failed"].includes(event))
    return { event, kind: "ignored" };
  if (message.kind !== "reversal") return message;
  const { dueAt: _, ...known } = message;
  return known;
}

/** What version 2 parsed: a transfer at a Virtual Terminal was no payment at a terminal either. */
const toVersion2 = (message: BankMessage, notification: RawNotification): BankMessage =>
  withoutVirtualTerminals(toVersion3(message), notification);

/** What version 1 parsed: it did not find a rejected transfer's session by the customer's address either. */
function toVersion1(message: BankMessage, notification: RawNotification): BankMessage {
  const earlier = toVersion2(message, notification);
  return earlier.kind === "credit" ? { ...earlier, accountReference: "" } : earlier;
}

/** Paystack: dedicated virtual accounts and terminals (https://paystack.com/docs/payments/webhooks/). */
export const paystack: Provider = {
  name: "paystack",
  version: 4,
  earlierVersions: { 1: toVersion1, 2: toVersion2, 3: toVersion3 },
  ignoredKinds: IGNORED_KINDS,
  channels: ["bank_transfer", "pos"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  provisionAccount,
  openingFailures: { kinds: FAILURE_KINDS, parse: parseOpeningFailure },
  closeAccount,
  listAccounts,
  confirm,
  listSince,
  listFormat,
  listSettlements,
  listSettlementPayments,
  settlementCycles: SETTLEMENT_CYCLES,
  refund,
  findRefund,
};
