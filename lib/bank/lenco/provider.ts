import { macPattern } from "@/lib/security/hmac";
import { withoutStatedAmounts } from "../parsing/settlement";
import type { Provider } from "../provider";
import { provisionAccount } from "./accounts";
import { confirm, listFormat, listSince } from "./records";
import { compose, composeSettlement } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/**
 * Lenco: virtual accounts and terminals (https://lenco-api.readme.io/reference/webhooks). Closing an account is not
 * documented [?].
 */
export const lenco: Provider = {
  name: "lenco",
  version: 2,
  // Version 1 read only the payment of a settlement.
  earlierVersions: { 1: withoutStatedAmounts },
  ignoredKinds: IGNORED_KINDS,
  channels: ["bank_transfer", "pos"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  supportsPending: true,
  composeSettlement,
  accountSettings: ["LENCO_BVN"],
  provisionAccount,
  confirm,
  listSince,
  listFormat,
};
