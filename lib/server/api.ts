import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { countRefusedNotification, isNotificationPath } from "@/lib/http/refused-notifications";
import type { IncomingBody } from "@/lib/http/request/incoming-body";
import { attachReceived } from "@/lib/http/request/received";
import { errorResponse, toFailure } from "@/lib/http/response/error-response";
import { log } from "@/lib/log";
import { clientAddressOf } from "./connections/client-address";
import type { Limits } from "./connections/limits";
import { createBodyReceiver } from "./messages/read-body";
import { writeRefusal, writeResponse } from "./messages/write-response";
import { type Api, createMatcher, type Match, parsePath } from "./router";

const context = Symbol("context");

/** A request whose body has arrived, as it passes through the adapter. */
interface PendingRequest extends Pick<IncomingMessage, "url"> {
  [context]?: { match: Match; body: Buffer; incoming: IncomingMessage; outgoing: ServerResponse };
  /** The body as the adapter expects it, for handlers that read it with the methods of `Request`. */
  rawBody?: Buffer;
}

/** The headers of a request in the form that a route's `bodyLimit` reads. */
const headersOf = ({ headers }: IncomingMessage): Pick<Headers, "get"> => ({
  get: (name) => (Object.hasOwn(headers, name) ? [headers[name] ?? []].flat().join(", ") : null),
});

/** The adapter's marker for a response that has been written already. */
const ALREADY_SENT = new Response(null, { headers: { "x-hono-already-sent": "true" } });

/**
 * Converts an error of the adapter or a handler to a response; expected failures are converted by the handler's
 * wrapper.
 */
function toErrorResponse(thrown: unknown): Response {
  if (thrown instanceof Error && thrown.name === "RequestError") {
    const detail = "The request's target or its Host header is malformed.";
    return errorResponse(new Failure("invalid_request", { detail }), newId("request"));
  }
  const requestId = newId("request");
  log.error({ requestId, internal: toFailure(thrown).internal }, "a handler failed");
  return errorResponse(thrown, requestId);
}

/**
 * Creates the listener that serves the API directly from the functions of its route files. Next's router would cost
 * nine tenths of a machine's throughput (`docs/performance.md`). The adapter creates the Web `Request`; the body is
 * received here, within its limit, and passed as bytes, which avoids a Web stream; the response is written here, so
 * that error messages are logged and never sent to the client. Resolves when the response is written or the client
 * has disconnected; never rejects.
 */
export function createApiListener(api: Api, limits: Limits) {
  const matchRoute = createMatcher(api);
  const receiveBody = createBodyReceiver(limits);
  const serve = getRequestListener(
    async (request, adapter) => {
      const pending: PendingRequest = adapter.incoming;
      const { match, body, incoming, outgoing } = assertDefined(
        pending[context],
        "the context is set before the request is created",
      );
      attachReceived(request, { body, clientAddress: () => clientAddressOf(incoming, env().trustProxy) });
      const response = await match.handler(request, { params: Promise.resolve(match.params) });
      await writeResponse(outgoing, response);
      return ALREADY_SENT;
    },
    {
      hostname: "localhost",
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: toErrorResponse,
    },
  );
  return async (incoming: IncomingMessage & PendingRequest, outgoing: ServerResponse): Promise<void> => {
    let body: IncomingBody | undefined;
    const path = parsePath(assertDefined(incoming.url, "a server's request has a target"));
    try {
      const match = matchRoute(incoming.method ?? "GET", path);
      const limitBytes = match.handler.bodyLimit?.(headersOf(incoming)) ?? limits.bodyLimitBytes;
      body = await receiveBody(incoming, outgoing, limitBytes);
      if (!body) return;
      const bytes = body.bytes();
      incoming.rawBody = bytes;
      incoming[context] = { match, body: bytes, incoming, outgoing };
      await serve(incoming, outgoing);
    } catch (thrown) {
      if (isNotificationPath(path)) countRefusedNotification(thrown);
      await writeRefusal(incoming, outgoing, thrown, limits.lingerMs);
    } finally {
      body?.release();
    }
  };
}
