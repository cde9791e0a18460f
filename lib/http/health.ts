import { Failure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import { pingDatabase } from "@/lib/db/client";
import { getSendingPause } from "@/lib/webhooks";
import { successResponse } from "./response/envelope";
import { errorResponse } from "./response/error-response";

/** The time-out of the database ping: health probes commonly give up after three seconds or more. */
const DATABASE_TIMEOUT_MS = 2_000;

/** The liveness response: 200 as long as the process responds. Without a response the process should be restarted. */
export function liveResponse(): Response {
  return successResponse(200, { status: "live" }, newId("request"));
}

/**
 * The readiness response: 200 if the database answers, else 503, so that no requests are routed here. While the sending
 * of webhooks is paused it includes `webhooks: "paused"`.
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
