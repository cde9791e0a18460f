import type { Instrumentation } from "next";

/** Defined only where Next compiles this file for its edge runtime, which has no modules of Node and serves no page here. */
declare const EdgeRuntime: string | undefined;

/** Logs an error thrown by a page. Next calls this export by its name. */
export const onRequestError: Instrumentation.onRequestError = async (...error) => {
  if (typeof EdgeRuntime === "string") return;
  const { logPageError } = await import("@/app/log-page-error");
  await logPageError(...error);
};
