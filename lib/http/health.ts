import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { pingDatabase } from "@/lib/db/client";
import { singleton } from "@/lib/process-singleton";
import { getSendingPause } from "@/lib/webhooks";
import { successResponse } from "./response/envelope";
import { errorResponse } from "./response/error-response";

/** The time-out of the database ping: health probes commonly give up after three seconds or more. */
const DATABASE_TIMEOUT_MS = 2_000;

const stop = () => singleton("announced stop", () => ({ isAnnounced: false }));

/** Makes this process not ready for good, so that no requests are routed here, although it still serves them. */
export function announceStop(): void {
  stop().isAnnounced = true;
}

/** The liveness response: 200 as long as the process responds. Without a response the process should be restarted. */
export function liveResponse(): Response {
  return successResponse(200, { status: "live" }, newId("request"));
}

/**
 * The readiness response: 200 if the database answers and this process does not stop, else 503, so that no requests are routed here. While the sending
 * of webhooks is paused it includes `webhooks: "paused"`.
 */
export async function readyResponse(ping = pingDatabase, findPause = getSendingPause): Promise<Response> {
  const requestId = newId("request");
  if (stop().isAnnounced) return unready("This process is stopping.", requestId);
  if (await ping(DATABASE_TIMEOUT_MS)) {
    const pause = await findPause().catch(() => null);
    return successResponse(200, { status: "ready", ...(pause && { webhooks: "paused" }) }, requestId);
  }
  return unready("The database does not answer.", requestId);
}

const unready = (detail: string, requestId: Id<"request">) =>
  errorResponse(new Failure("unavailable", { detail, headers: { "retry-after": "1" } }), requestId);
