import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { confirm } from "./confirm";
import { BODY_LIMIT_BYTES } from "./decode";
import { listSince } from "./list";
import { listSettlements, SETTLEMENT_CYCLES } from "./settlements";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** Nomba: virtual accounts and terminals (https://developer.nomba.com/docs/api-basics/webhook). */
export const nomba: Provider = {
  name: "nomba",
  version: 1,
  ignoredKinds: IGNORED_KINDS,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  channels: ["bank_transfer", "pos"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
  provisionAccount,
  closeAccount,
  hasUnsignedAmounts: true,
  confirm,
  listSince,
  listSettlements,
  settlementCycles: SETTLEMENT_CYCLES,
};
