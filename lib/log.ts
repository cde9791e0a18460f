import pino from "pino";
import { singleton } from "./process-singleton";

/** Lines buffered for a slow or full disk; beyond this the newest lines are dropped, which bounds memory. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/**
 * Lines are written in batches of this size. Smaller batches cost more writes; larger ones cost copies, because the stream
 * measures the whole batch again with each line.
 */
const BATCH_BYTES = 8_192;
/** The longest time that a line is buffered. */
const BATCH_MS = 100;

/**
 * The service's logger. Writes one JSON line per event to stderr; stdout is for output that a person or a script reads.
 * Secrets and account numbers must not be logged; as a safeguard, these fields are redacted.
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

/** Creates the stderr stream. A write that fails (full disk, closed pipe) neither ends nor blocks the process. */
function destination() {
  const stream = pino.destination({
    fd: 2,
    sync: false,
    minLength: BATCH_BYTES,
    maxWrite: 2 * BATCH_BYTES,
    periodicFlush: BATCH_MS,
    maxLength: MAX_BUFFERED_BYTES,
  });
  let isStuck = false;
  stream.on("error", () => {
    isStuck = true;
  });
  stream.on("write", () => {
    isStuck = false;
  });
  // pino flushes the buffer at exit and retries until the write succeeds: on a full disk, for ever.
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!isStuck) flushSync();
  };
  return stream;
}
