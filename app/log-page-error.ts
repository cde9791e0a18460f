import type { Instrumentation } from "next";
import { REQUEST_ID } from "@/lib/core/paths";
import { toFailure } from "@/lib/http/response/error-response";
import { log } from "@/lib/log";

/** Errors that have been logged: a read shared by a layout and a page fails both. */
const logged = new WeakSet<object>();

/** Logs an error thrown by a page in one line, with the reference that the page shows; the same error only once. */
export const logPageError: Instrumentation.onRequestError = (thrown, { headers, method }, { routePath }) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (logged.has(error)) return;
  logged.add(error);
  const failure = toFailure(error);
  log.error(
    {
      requestId: headers[REQUEST_ID],
      method,
      page: routePath,
      error: failure.code,
      internal: failure.internal,
      reference: "digest" in error ? error.digest : undefined,
    },
    "a page failed",
  );
};
