import { macPattern } from "@/lib/security/hmac";
import { withoutStatedAmounts } from "../parsing/settlement";
import type { Provider } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { confirm, listFormat, listSince } from "./records";
import { findSettlement, listSettlementPayments, SETTLEMENT_CYCLES } from "./settlements";
import { compose, composeSettlement } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** Monnify: reserved accounts, with pushed settlements (https://developers.monnify.com/docs/webhooks/event-types). */
export const monnify: Provider = {
  name: "monnify",
  version: 2,
  // Version 1 read only the payments of a settlement.
  earlierVersions: { 1: withoutStatedAmounts },
  ignoredKinds: IGNORED_KINDS,
  channels: ["bank_transfer"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  composeSettlement,
  provisionAccount,
  closeAccount,
  confirm,
  listSince,
  listFormat,
  findSettlement,
  listSettlementPayments,
  settlementCycles: SETTLEMENT_CYCLES,
};
