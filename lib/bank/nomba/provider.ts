import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { closeAccount, provisionAccount } from "./accounts";
import { confirm } from "./confirm";
import { BODY_LIMIT_BYTES } from "./decode";
import { listFormat, listSince } from "./list";
import { listAccounts } from "./list-accounts";
import { listSettlements, SETTLEMENT_CYCLES } from "./settlements";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** Nomba allows 75 calls a second that are not POST [D]; the rest is left to the calls of the dashboard and of other clients. */
const CALLS_PER_SECOND = 70;

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
  listAccounts,
  hasUnsignedAmounts: true,
  callsPerSecond: CALLS_PER_SECOND,
  confirm,
  listSince,
  listFormat,
  listSettlements,
  settlementCycles: SETTLEMENT_CYCLES,
};
