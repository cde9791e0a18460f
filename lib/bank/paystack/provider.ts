import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { provisionAccount } from "./api";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** Paystack: dedicated virtual accounts and terminals (https://paystack.com/docs/payments/webhooks/). */
export const paystack: Provider = {
  name: "paystack",
  version: 1,
  ignoredKinds: IGNORED_KINDS,
  channels: ["bank_transfer", "pos"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  provisionAccount,
};
