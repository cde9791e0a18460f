import type { Provider } from "../provider";
import { compose } from "./compose";
import { IGNORED_KINDS, parse } from "./transform";
import { SIGNATURE_HEADER, verify } from "./verify";

/** Moniepoint: payments at its terminals; it only receives (https://teamapt.atlassian.net/wiki/x/jgD4W). */
export const moniepoint: Provider = {
  name: "moniepoint",
  version: 1,
  ignoredKinds: IGNORED_KINDS,
  channels: ["pos"],
  signatureHeader: SIGNATURE_HEADER,
  verify,
  parse,
  compose,
};
