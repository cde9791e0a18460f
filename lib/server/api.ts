import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { assertDefined } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { errorResponse, failureOf } from "@/lib/http/error-response";
import type { IncomingBody } from "@/lib/http/incoming-body";
import { attachReceived } from "@/lib/http/received";
import { log } from "@/lib/log";
import { clientAddressOf } from "./client-address";
import type { Limits } from "./limits";
import { bodyReceiver } from "./read-body";
import { type Api, createMatcher, type Match, pathOf } from "./router";
import { refuse, writeResponse } from "./write-response";

const visit = Symbol("visit");

/** A request that has wholly arrived, on its way through the adapter. */
interface PendingRequest extends Pick<IncomingMessage, "url"> {
  [visit]?: { match: Match; body: Buffer; incoming: IncomingMessage; outgoing: ServerResponse };
  /** Where the adapter finds the body, should a handler read the `Request` in the platform's own way. */
  rawBody?: Buffer;
}

/** The headers of a request, as a route is asked for its body limit. */
const headersOf = ({ headers }: IncomingMessage): Pick<Headers, "get"> => ({
  get: (name) => (Object.hasOwn(headers, name) ? [headers[name] ?? []].flat().join(", ") : null),
});

/** Tells the adapter that the answer has been written. */
const WRITTEN = new Response(null, { headers: { "x-hono-already-sent": "true" } });

/** Answers what the adapter or a handler threw; a handler throws on purpose within its wrapper, never here. */
function answerFault(thrown: unknown): Response {
  if (thrown instanceof Error && thrown.name === "RequestError") {
    const detail = "The request's target or its Host header is malformed.";
    return errorResponse(new Failure("invalid_request", { detail }), newId("request"));
  }
  const requestId = newId("request");
  log.error({ requestId, internal: failureOf(thrown).internal }, "a handler failed");
  return errorResponse(thrown, requestId);
}

/**
 * Makes the listener that serves the API straight from its route files' functions, without Next's router, which
 * would cost nine tenths of what one machine can take (`docs/performance.md`). The adapter makes the Web `Request`;
 * the body is received here, under its limit, and handed over as bytes, so that no Web stream need be made; the
 * answer is written here, so that an error's words reach the log and never the client. Resolves once the answer is
 * written or its client gone; never rejects.
 */
export function apiListener(api: Api, limits: Limits) {
  const matchRoute = createMatcher(api);
  const receiveBody = bodyReceiver(limits);
  const serve = getRequestListener(
    async (request, context) => {
      const visitor: PendingRequest = context.incoming;
      const { match, body, incoming, outgoing } = assertDefined(
        visitor[visit],
        "a visit is kept before its request is made",
      );
      attachReceived(request, { body, clientAddress: () => clientAddressOf(incoming, env().trustProxy) });
      const response = await match.handler(request, { params: Promise.resolve(match.params) });
      await writeResponse(outgoing, response);
      return WRITTEN;
    },
    {
      hostname: "localhost",
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: answerFault,
    },
  );
  return async (incoming: IncomingMessage & PendingRequest, outgoing: ServerResponse): Promise<void> => {
    let body: IncomingBody | undefined;
    try {
      const path = pathOf(assertDefined(incoming.url, "a server's request has a target"));
      const match = matchRoute(incoming.method ?? "GET", path);
      const limitBytes = match.handler.bodyLimit?.(headersOf(incoming)) ?? limits.bodyLimitBytes;
      body = await receiveBody(incoming, outgoing, limitBytes);
      if (!body) return;
      const bytes = body.bytes();
      incoming.rawBody = bytes;
      incoming[visit] = { match, body: bytes, incoming, outgoing };
      await serve(incoming, outgoing);
    } catch (thrown) {
      await refuse(incoming, outgoing, thrown, limits.lingerMs);
    } finally {
      body?.release();
    }
  };
}
