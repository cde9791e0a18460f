import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { confirm, listFormat, listSince } from "./records";
import { listSettlementPayments, listSettlements, SETTLEMENT_CYCLES } from "./settlements";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse, toVersion2 } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** Paystack: dedicated virtual accounts and terminals (https://paystack.com/docs/payments/webhooks/). */
export const paystack: Provider = {
  name: "paystack",
  version: 3,
  earlierVersions: {
    // Version 1 did not find a rejected transfer's session by the customer's address.
    1: (message, notification) => {
      const earlier = toVersion2(message, notification);
      return earlier.kind === "credit" ? { ...earlier, accountReference: "" } : earlier;
    },
    // Version 2 did not parse a transfer at a Virtual Terminal as a payment at a terminal.
    2: toVersion2,
  },
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
  listFormat,
  listSettlements,
  listSettlementPayments,
  settlementCycles: SETTLEMENT_CYCLES,
};
