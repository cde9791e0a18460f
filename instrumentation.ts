import type { Instrumentation } from "next";
import { REQUEST_ID } from "@/lib/core/paths";
import { failureOf } from "@/lib/http/error-response";
import { log } from "@/lib/log";

/** Logged already: what layout and page read together fails both. */
const told = new WeakSet<object>();

/** Logs what a page threw in one line, with the reference that the page shows. Next calls it by its name. */
export const onRequestError: Instrumentation.onRequestError = (
  thrown,
  { headers, method },
  { routePath },
) => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (told.has(error)) return;
  told.add(error);
  const failure = failureOf(error);
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
