import { Failure } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { pingDatabase } from "@/lib/db/client";
import { getSendingPause } from "@/lib/webhooks";
import { successResponse } from "./envelope";
import { errorResponse } from "./error-response";

/** The longest wait for the database's word: probes commonly give up after three seconds or more. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Answers 200 as long as this process answers at all: whoever hears nothing should restart it. */
export function liveResponse(): Response {
  return successResponse(200, { status: "live" }, newId("request"));
}

/**
 * Answers 200 if requests can be served, which takes the database, else 503: whoever hears it should send none. While
 * sending is paused `webhooks: "paused"` stands beside the status.
 */
export async function readyResponse(ping = pingDatabase, findPause = getSendingPause): Promise<Response> {
  const requestId = newId("request");
  if (await ping(DATABASE_TIMEOUT_MS)) {
    const pause = await findPause().catch(() => null);
    return successResponse(200, { status: "ready", ...(pause && { webhooks: "paused" }) }, requestId);
  }
  const detail = "The database does not answer.";
  return errorResponse(new Failure("unavailable", { detail, headers: { "retry-after": "1" } }), requestId);
}
