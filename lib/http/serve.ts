import type { z } from "zod";
import { type MemberScope, requireMember, requirePermission, requireRecentSignIn } from "@/lib/auth/member";
import { RequestCoalescer } from "@/lib/core/coalesce";
import { type Id, newId } from "@/lib/core/ids";
import type { Permission } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { log } from "@/lib/log";
import { renderMetrics } from "@/lib/monitoring";
import type { ApiCaller } from "@/lib/organisations";
import { isKnownToExceed } from "@/lib/rate-limits";
import { recordMemberChange } from "@/lib/sign-ins";
import { type ActiveSpan, inSpan } from "@/lib/tracing";
import type { AnyEndpoint, NotificationEndpoint, ResponseHeaders } from "./endpoint";
import { readIdempotencyKey, respondOnce } from "./keyed-write";
import { logCall } from "./log-call";
import { authenticateJob, authenticateMetrics, isSafeMethod, lookUpCaller } from "./request/authenticate";
import { peekBody, releaseBody } from "./request/body";
import { clientAddress } from "./request/client-address";
import { refuseOtherOrigins } from "./request/origin";
import { refuseSecretsInQuery } from "./request/query-secrets";
import { limitRate } from "./request/rate-limit";
import { readInput, readJson } from "./request/read-input";
import { contentTag, isNotModified, notModified } from "./response/entity-tag";
import { jsonResponse, successText, textResponse } from "./response/envelope";
import { errorResponse, toFailure } from "./response/error-response";
import { addHeaders } from "./response/lazy-response";
import { formatPageLinks } from "./response/page-links";
import { writeRows } from "./response/rows";
import { toJson } from "./response/to-json";

/** Returns the largest body in bytes that a route accepts, from the request's headers. May throw a `Failure`. */
type BodyLimit = (headers: Pick<Headers, "get">) => number;

/** The path parameters: from the HTTP server as they are, from Next in a promise, and `undefined` for a path without any. */
interface Context {
  params: Params | Promise<Params | undefined> | undefined;
}

/** A route handler as Next and the HTTP server call it. */
export interface RouteHandler {
  (request: Request, context: Context): Promise<Response>;
  /** The limit under which the HTTP server reads the body. Default: `BODY_LIMIT_BYTES`. */
  bodyLimit?: BodyLimit;
  /** What it serves, for the API's document. */
  endpoint?: AnyEndpoint | NotificationEndpoint;
}

type Params = Record<string, string | string[]>;
/** The fields of a request's log line; handlers add to it. */
type LogLine = Record<string, unknown>;
type Handle = (
  request: Request,
  params: Params,
  line: LogLine & { requestId: Id<"request"> },
  exchange: Exchange,
) => Promise<Response>;

/** What a handler finds out about a request, whether it is answered with a success or an error. */
interface Exchange {
  /** Headers that the response gets. */
  headers: Record<string, string>;
  /** The holder of the API key; the call is then in the request log. */
  caller?: ApiCaller;
}

/**
 * Wraps a handler: creates the request id, converts errors to responses, and writes one log line with method, path,
 * status, duration, caller and, for an error, its code and cause. A handler whose body limit is not `BODY_LIMIT_BYTES`
 * declares it as `bodyLimit` and must read the body under the same limit.
 */
export function serve(handle: Handle, bodyLimit?: BodyLimit): RouteHandler {
  const answer = async (request: Request, context: Context, span: ActiveSpan | undefined) => {
    const startedAt = performance.now();
    const requestId = newId("request");
    const line: LogLine & { requestId: Id<"request"> } = { requestId, method: request.method };
    const exchange: Exchange = { headers: {} };
    let response: Response;
    let body: Buffer | undefined;
    try {
      const params = context.params instanceof Promise ? await context.params : context.params;
      response = await handle(request, params ?? {}, line, exchange);
    } catch (thrown) {
      const failure = toFailure(thrown);
      line.error = failure.code;
      if (failure.internal) line.internal = failure.internal;
      response = errorResponse(failure, requestId);
    } finally {
      if (exchange.caller) body = peekBody(request);
      releaseBody(request);
    }
    addHeaders(response, exchange.headers);
    line.path = new URL(request.url).pathname.slice(0, 200);
    line.status = response.status;
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    line.ms = durationMs;
    log[response.status >= 500 ? "error" : "info"](line, "request");
    const { caller } = exchange;
    if (caller) logCall(request, response, { caller, requestId, durationMs, body });
    if (span) describeRequest(span, line);
    return response;
  };
  const handler: RouteHandler = (request, context) =>
    inSpan(
      () => ({ name: request.method, kind: "server", traceparent: request.headers.get("traceparent") }),
      (span) => answer(request, context, span),
    );
  return bodyLimit ? Object.assign(handler, { bodyLimit }) : handler;
}

/** Names a request's span after its endpoint, and adds its outcome and the id under which the log has it. */
function describeRequest(span: ActiveSpan, { method, endpoint, status, error, requestId }: LogLine): void {
  if (endpoint) span.setName(`${method} ${endpoint}`);
  span.setAttributes({
    "http.request.method": String(method),
    "http.response.status_code": Number(status),
    "takings.request_id": String(requestId),
  });
  if (Number(status) >= 500) span.fail(String(error));
}

/** Identical concurrent GET requests of one organisation are executed once: many viewers of one wallboard cost one read. */
const coalescedReads = new RequestCoalescer<EncodedValue>(setImmediate);

/** A serialised value with its response headers. */
interface EncodedValue {
  text: string;
  headers: ResponseHeaders;
}

async function respond(
  endpoint: AnyEndpoint,
  scope: Scope,
  request: Request,
  params: Params,
  requestId: string,
) {
  const input = await readInput(endpoint, request, params);
  if (endpoint.kind === "value") {
    const write = async (): Promise<EncodedValue> => {
      const headers: ResponseHeaders = {};
      const value = await endpoint.handle(scope, input, headers);
      return { text: successText(toJson(endpoint.response, value)), headers };
    };
    const { text, headers } = await (request.method === "GET"
      ? coalescedReads.run(
          `${scope.organisationId} ${scope.mode} ${scope.actor?.memberId} ${scope.toleratesLag} ${request.url}`,
          write,
        )
      : write());
    const etag = headers.etag ?? (endpoint.hasContentTag && contentTag(text));
    if (etag && isNotModified(request, etag)) return notModified(etag, requestId);
    return jsonResponse(endpoint.status, text, requestId, etag ? { etag } : {});
  }
  const { head, chunks, page } = await endpoint.handle(scope, { ...input, body: undefined });
  const before = endpoint.head ? toJson(endpoint.head, head).slice(0, -1) : "";
  const frame = endpoint.member
    ? { open: `{"success":true,"data":${before},"${endpoint.member}":[`, close: "]}}" }
    : { open: '{"success":true,"data":[', close: "]}" };
  const { body, excerpt } = await writeRows(endpoint.row, chunks, frame);
  const headers = page && { link: formatPageLinks(request.url, page) };
  return jsonResponse(200, body, requestId, headers, excerpt);
}

/**
 * Serves an endpoint to the holder of an API key, scoped to the key's organisation (§5). A write with the header
 * `Idempotency-Key` is executed once. A GET of a value starts in
 * parallel with the key's lookup, with the cached caller: this saves one database round trip. Its result is returned only
 * if the lookup confirms that caller and the request is within the rate limit.
 */
export function forApiKey(endpoint: AnyEndpoint): RouteHandler {
  const handler = serve(async (request, params, line, exchange) => {
    const { cachedCaller, caller: found } = lookUpCaller(request, exchange);
    const isReading = endpoint.kind === "value" && request.method === "GET";
    const speculative =
      cachedCaller && isReading && !isKnownToExceed({ keyId: cachedCaller.keyId, group: "read" })
        ? respond(endpoint, cachedCaller, request, params, line.requestId)
        : undefined;
    speculative?.catch(() => undefined);
    const caller = await found;
    refuseSecretsInQuery(request);
    line.endpoint = endpoint.name;
    line.organisation = caller.organisationId;
    line.key = caller.keyId;
    await limitRate(request, caller, exchange.headers);
    if (speculative && cachedCaller?.keyId === caller.keyId) return speculative;
    const scope = request.method === "GET" ? caller : { ...caller, origin: clientAddress(request) };
    const isWrite = endpoint.kind === "value" && !isSafeMethod(request.method);
    const key = isWrite ? readIdempotencyKey(request) : undefined;
    if (!isWrite || key === undefined) return respond(endpoint, scope, request, params, line.requestId);
    const { requestId } = line;
    return respondOnce(endpoint, scope, request, { key, params, requestId });
  });
  return Object.assign(handler, { endpoint });
}

/**
 * Serves an endpoint to a signed-in member with the permission, scoped to the member's organisation. Changes are accepted
 * only from the dashboard's own origin (CSRF protection).
 */
export function forMember(endpoint: AnyEndpoint, permission: Permission, rules?: MemberRules): RouteHandler {
  const handle: MemberHandler = (request, scope, { params, requestId }) =>
    respond(endpoint, scope, request, params, requestId);
  return forMemberRequest(permission, handle, rules);
}

/** What a route requires of a member besides the permission. */
interface MemberRules {
  /** Requires the password or a code within the last 15 minutes: keys, secrets, roles, devices and account numbers. */
  recentSignIn?: boolean;
  /** Also serves a member who must set up a second factor first. */
  duringSetUp?: boolean;
}

/** Handles a member's request and creates the response itself. */
export type MemberHandler = (
  request: Request,
  scope: MemberScope,
  context: { params: Params; requestId: string },
) => Promise<Response>;

/** The same for responses other than JSON: streams and files. */
export function forMemberRequest(
  permission: Permission,
  handle: MemberHandler,
  { recentSignIn = false, duringSetUp = false }: MemberRules = {},
): RouteHandler {
  return serve(async (request, params, line) => {
    refuseOtherOrigins(request);
    const member = await requireMember(request.headers, { duringSetUp });
    refuseSecretsInQuery(request);
    line.organisation = member.organisationId;
    line.member = member.actor.memberId;
    requirePermission(member, permission);
    if (recentSignIn) requireRecentSignIn(member);
    const context = { params, requestId: line.requestId };
    if (isSafeMethod(request.method)) return handle(request, member, context);
    try {
      return await handle(request, { ...member, toleratesLag: false }, context);
    } finally {
      await recordMemberChange(member.actor.memberId);
    }
  });
}

/**
 * Serves a request without a sign-in, from the dashboard's own origin only. `run` must check a secret itself, such as a
 * single-use link.
 */
export function forPublic<B extends z.ZodType, D extends z.ZodType>(
  body: B,
  response: D,
  /** Returns the value; may set response headers on `headers`. */
  run: (
    input: z.output<B>,
    context: { params: Params; headers: Record<string, string>; origin: string },
  ) => Promise<z.output<D>>,
): RouteHandler {
  return serve(async (request, params, line) => {
    refuseOtherOrigins(request);
    const input = await readJson(request, body);
    const headers: Record<string, string> = {};
    const value = await run(input, { params, headers, origin: clientAddress(request) });
    return jsonResponse(200, successText(toJson(response, value)), line.requestId, headers);
  });
}

/** Serves a job to the holder of the job secret; `run` returns the `data` of the envelope. */
export function forJob<D extends z.ZodType>(
  response: D,
  run: (request: Request) => Promise<z.output<D>>,
): RouteHandler {
  return serve(async (request, _params, line) => {
    authenticateJob(request);
    return jsonResponse(200, successText(toJson(response, await run(request))), line.requestId);
  });
}

/** Serves the metrics of this process to the holder of `METRICS_TOKEN`, in the text format of Prometheus. */
export const metricsRoute: RouteHandler = serve(async (request, _params, line) => {
  authenticateMetrics(request);
  const { text, contentType } = await renderMetrics();
  return textResponse(text, contentType, line.requestId);
});
