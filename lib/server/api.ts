import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { newId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { countRefusedNotification, isNotificationPath } from "@/lib/http/refused-notifications";
import type { IncomingBody } from "@/lib/http/request/incoming-body";
import { attachReceived } from "@/lib/http/request/received";
import { errorResponse } from "@/lib/http/response/error-response";
import { clientAddressOf } from "./connections/client-address";
import type { Limits } from "./connections/limits";
import { createBodyReceiver } from "./messages/read-body";
import { writeRefusal, writeResponse } from "./messages/write-response";
import { type Api, createMatcher, malformedTarget, parsePath } from "./router";

/** A request whose body has arrived, as it passes through the adapter. */
interface PendingRequest extends Pick<IncomingMessage, "url"> {
  /** The body as the adapter expects it, for handlers that read it with the methods of `Request`. */
  rawBody?: Buffer;
  /** The Web request that the adapter has created. */
  request?: Request;
}

/** The headers of a request in the form that a route's `bodyLimit` reads. */
const headersOf = ({ headers }: IncomingMessage): Pick<Headers, "get"> => ({
  get: (name) => (Object.hasOwn(headers, name) ? [headers[name] ?? []].flat().join(", ") : null),
});

/** Thrown to the adapter when it has created the request, so that it writes no response. */
const CREATED = new Error("The request has been created.");

/**
 * Creates the listener that serves the API directly from the functions of its route files. Next's router would cost
 * nine tenths of a machine's throughput (`docs/performance.md`). The adapter only creates the Web `Request`; the body is
 * received here, within its limit, and passed as bytes, which avoids a Web stream; the response is written here, so
 * that error messages are logged and never sent to the client. Resolves when the response is written or the client
 * has disconnected; never rejects.
 */
export function createApiListener(api: Api, limits: Limits) {
  const matchRoute = createMatcher(api);
  const receiveBody = createBodyReceiver(limits);
  const createRequest = getRequestListener(
    (request, adapter) => {
      const pending: PendingRequest = adapter.incoming;
      pending.request = request;
      throw CREATED;
    },
    {
      hostname: "localhost",
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: (thrown) =>
        thrown === CREATED ? undefined : errorResponse(malformedTarget(), newId("request")),
    },
  );
  return async (incoming: IncomingMessage & PendingRequest, outgoing: ServerResponse): Promise<void> => {
    let body: IncomingBody | undefined;
    const path = parsePath(incoming.url ?? "");
    try {
      const { handler, params } = matchRoute(incoming.method ?? "GET", path);
      body = await receiveBody(
        incoming,
        outgoing,
        handler.bodyLimit?.(headersOf(incoming)) ?? limits.bodyLimitBytes,
      );
      if (!body) return;
      const bytes = body.bytes();
      incoming.rawBody = bytes;
      // The adapter creates the request before it returns; if it cannot, it answers itself.
      const refused = createRequest(incoming, outgoing);
      const { request } = incoming;
      if (!request) return await refused;
      attachReceived(request, {
        body: bytes,
        clientAddress: () => clientAddressOf(incoming, env().trustProxy),
      });
      const streaming = writeResponse(outgoing, await handler(request, { params }));
      if (streaming) await streaming;
    } catch (thrown) {
      if (isNotificationPath(path)) countRefusedNotification(thrown);
      writeRefusal(incoming, outgoing, thrown, limits.lingerMs);
    } finally {
      body?.release();
    }
  };
}
