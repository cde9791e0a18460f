import pino from "pino";
import { singleton } from "./process-singleton";

/** Lines that may wait for a slow or full disk; past that the newest are dropped, and memory stays as it is. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** Lines that come close together are written together: a write of each alone costs more than all else about it. */
const TOGETHER_BYTES = 4_096;
/** The longest that a line waits for others. */
const TOGETHER_MS = 100;

/**
 * The service's logger: one JSON line an occurrence, on stderr, for stdout belongs to what a person or a script reads.
 * Nothing that holds a secret or an account number may be logged; these names are struck out should one slip in.
 */
export const log = singleton("log", () =>
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
    destination(),
  ),
);

/** Stderr. One that cannot be written to, for its disk is full or its reader gone, neither ends nor holds up anything. */
function destination() {
  const stream = pino.destination({
    fd: 2,
    sync: false,
    minLength: TOGETHER_BYTES,
    periodicFlush: TOGETHER_MS,
    maxLength: MAX_WAITING_BYTES,
  });
  let isStuck = false;
  stream.on("error", () => {
    isStuck = true;
  });
  stream.on("write", () => {
    isStuck = false;
  });
  // At the exit what still waits is written out, over and over until it goes: to a full disk for ever.
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!isStuck) flushSync();
  };
  return stream;
}
