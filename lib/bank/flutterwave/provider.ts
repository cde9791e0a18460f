import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { confirm, listFormat, listSince } from "./records";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/**
 * Flutterwave v4: static virtual accounts (https://developer.flutterwave.com/reference/virtual_accounts_post). It reports no
 * settlements in notifications, and its terminals are not documented [?].
 */
export const flutterwave: Provider = {
  name: "flutterwave",
  version: 1,
  ignoredKinds: IGNORED_KINDS,
  channels: ["bank_transfer"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  supportsPending: true,
  provisionAccount,
  closeAccount,
  namesNoAccountNumber: true,
  confirm,
  listSince,
  listFormat,
};
