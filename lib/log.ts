import pino from "pino";
import { once } from "./process";

/**
 * The service's logger: one JSON line an occurrence, on stderr, for stdout belongs to what a person or a script reads.
 * Nothing that holds a secret or an account number may be logged; these names are struck out should one slip in.
 */
export const log = once("log", () =>
  pino(
    {
      base: undefined,
      redact: {
        paths: [
          "apiKey",
          "authorization",
          "signature",
          "secret",
          "password",
          "account_number",
          "accountNumber",
          "sender_account",
          "senderAccount",
          "body",
          "headers",
          "query",
        ],
        censor: "[redacted]",
      },
      formatters: { level: (level) => ({ level }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: false }),
  ),
);
