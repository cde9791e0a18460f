import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { compose } from "./simulate";
import { IGNORED_KINDS, parse } from "./transform";
import { MAC, SIGNATURE_HEADER, verify } from "./verify";

/** Moniepoint: terminal payments; receive-only (https://teamapt.atlassian.net/wiki/x/jgD4W). */
export const moniepoint: Provider = {
  name: "moniepoint",
  version: 1,
  ignoredKinds: IGNORED_KINDS,
  channels: ["pos"],
  signatureHeader: SIGNATURE_HEADER,
  signaturePattern: macPattern(MAC),
  verify,
  parse,
  compose,
};
