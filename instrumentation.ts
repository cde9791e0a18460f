import type { Instrumentation } from "next";

/**
 * Logs an error thrown by a page. Next calls this export by its name. Next compiles this file for its edge runtime too,
 * which has no modules of Node and serves no page here.
 */
export const onRequestError: Instrumentation.onRequestError = async (...error) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { logPageError } = await import("@/app/log-page-error");
    await logPageError(...error);
  }
};
