import type { Provider } from "../provider";
import { compose } from "./compose";
import { parse } from "./transform";
import { SIGNATURE_HEADER, verify } from "./verify";

/** Moniepoint: payments at its terminals; it only receives (https://teamapt.atlassian.net/wiki/x/jgD4W). */
export const moniepoint: Provider = {
  name: "moniepoint",
  channels: ["pos"],
  signatureHeader: SIGNATURE_HEADER,
  verify,
  parse,
  compose,
};
