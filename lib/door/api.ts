import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { present } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { attachBody } from "@/lib/http/body";
import { errorResponse, failureOf } from "@/lib/http/error-response";
import { log } from "@/lib/log";
import { refuse, writeResponse } from "./answer";
import type { Limits } from "./limits";
import { type Api, createMatcher, type Match, pathOf } from "./match";
import { receiveBody } from "./receive";

interface Visit {
  match: Match;
  body: Buffer;
  outgoing: ServerResponse;
}

/** Tells the adapter that the answer has been written. */
const WRITTEN = new Response(null, { headers: { "x-hono-already-sent": "true" } });

async function runHandler({ match }: Visit, request: Request): Promise<Response> {
  try {
    return await match.handler(request, { params: Promise.resolve(match.params) });
  } catch (thrown) {
    const requestId = newId("request");
    log.error({ requestId, internal: failureOf(thrown).internal }, "a handler failed");
    return errorResponse(thrown, requestId);
  }
}

/**
 * Makes the listener that serves the API straight from its route files' functions, without Next's router, which
 * would cost nine tenths of what one machine can take (`docs/performance.md`). The adapter makes the Web `Request`;
 * the body is received here, under its limit, and handed over as bytes, so that no Web stream need be made; the
 * answer is written here, so that an error's words reach the log and never the client. Resolves once the answer is
 * written or its client gone; never rejects.
 */
export function apiListener(api: Api, limits: Limits) {
  const match = createMatcher(api);
  const visits = new WeakMap<object, Visit>();
  const serve = getRequestListener(
    async (request, { incoming }) => {
      const visit = present(visits.get(incoming), "a visit is kept before its request is made");
      attachBody(request, visit.body);
      await writeResponse(visit.outgoing, await runHandler(visit, request));
      return WRITTEN;
    },
    {
      hostname: "localhost",
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: (thrown) => {
        const unreadable = thrown instanceof Error && thrown.name === "RequestError";
        const detail = "The request's target or its Host header is malformed.";
        return errorResponse(
          unreadable ? new Failure("invalid_request", { detail }) : thrown,
          newId("request"),
        );
      },
    },
  );
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const body = await receiveBody(incoming, outgoing, limits.bodyLimitBytes);
      if (!body) return;
      // Under this name the adapter finds it, where a handler reads the `Request` itself.
      Object.assign(incoming, { rawBody: body });
      const path = pathOf(present(incoming.url, "a server's request has a target"));
      visits.set(incoming, { match: match(incoming.method ?? "GET", path), body, outgoing });
      await serve(incoming, outgoing);
    } catch (thrown) {
      await refuse(incoming, outgoing, thrown, limits.lingerMs);
    }
  };
}
