import type { Id } from "@/lib/core/ids";
import type { ApiCaller } from "@/lib/organisations";
import { MAX_LOGGED_BYTES, recordCall } from "@/lib/request-log";
import { clientAddress } from "./request/client-address";
import { getLazyParts } from "./response/lazy-response";

interface Answered {
  caller: ApiCaller;
  requestId: Id<"request">;
  durationMs: number;
  /** The request's body, as far as it was read. */
  body: Buffer | undefined;
}

/** Returns the text of a response, or its excerpt; undefined if it is streamed or too long to be logged. */
function textOf(request: Request, response: Response): string | undefined {
  if (response.status === 304 || request.method === "HEAD") return "";
  const parts = getLazyParts(response);
  const text = parts?.excerpt ?? parts?.body;
  return typeof text === "string" && text.length <= MAX_LOGGED_BYTES ? text : undefined;
}

/** Hands a call with a valid API key and its response to the request log, which stores it later. Never throws. */
export function logCall(request: Request, response: Response, answered: Answered): void {
  const { caller, body, requestId, durationMs } = answered;
  recordCall({
    requestId,
    durationMs,
    organisationId: caller.organisationId,
    mode: caller.mode,
    keyId: caller.keyId,
    keyLabel: caller.apiKey?.name ?? "",
    method: request.method,
    url: request.url,
    status: response.status,
    address: clientAddress(request),
    requestBytes: body?.length ?? 0,
    requestBody: body && body.length <= MAX_LOGGED_BYTES ? body : undefined,
    responseBody: textOf(request, response),
  });
}
