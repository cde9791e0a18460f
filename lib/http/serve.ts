import { z } from "zod";
import { type MemberScope, requireMember, requirePermission, requireRecentSignIn } from "@/lib/auth/member";
import { RequestCoalescer } from "@/lib/core/coalesce";
import { Failure, notFound } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Permission } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { authenticateApiKey, authenticateJob, lookUpCaller } from "./authenticate";
import { parseJson, readBody, releaseBody, requireJson } from "./body";
import { clientAddress } from "./client-address";
import type { AnswerHeaders, RowsEndpoint, ValueEndpoint } from "./endpoint";
import { jsonResponse, successResponse, successText } from "./envelope";
import { errorResponse, failureOf } from "./error-response";
import { refuseOtherOrigins } from "./origin";
import { refuseSecretsInQuery } from "./query-secrets";
import { writeRows } from "./rows";
import { parseInput, readQuery } from "./validation";

/** The largest body in bytes that a route takes, by the headers of the request. It may throw a `Failure` instead. */
type BodyLimit = (headers: Pick<Headers, "get">) => number;

/** A route handler as Next calls it, and the front door too. */
export interface RouteHandler {
  (request: Request, context: { params: Promise<Record<string, string | string[]>> }): Promise<Response>;
  /** The limit that the front door reads the body under. Absent: `BODY_LIMIT_BYTES`. */
  bodyLimit?: BodyLimit;
}

type Params = Record<string, string | string[]>;
/** What the wide log line tells of a request; handlers add to it. */
type Line = Record<string, unknown>;
type Handle = (request: Request, params: Params, line: Line & { requestId: string }) => Promise<Response>;

/**
 * Wraps a handler: request id in, one wide log line out, and every throw meets the one error table.
 * The line tells method, path, status and time, who called, and for a failure its code and cause. A handler whose
 * body may be larger or must be smaller than others declares its limit as `bodyLimit`, and reads under the same.
 */
export function serve(handle: Handle, bodyLimit?: BodyLimit): RouteHandler {
  const handler: RouteHandler = async (request, context) => {
    const startedAt = performance.now();
    const requestId = newId("request");
    const line: Line & { requestId: string } = { requestId, method: request.method };
    let response: Response;
    try {
      // Next has none to tell, not even an empty object, where a path has no parameter.
      response = await handle(request, (await context.params) ?? {}, line);
    } catch (thrown) {
      const failure = failureOf(thrown);
      line.error = failure.code;
      if (failure.internal) line.internal = failure.internal;
      response = errorResponse(failure, requestId);
    } finally {
      releaseBody(request);
    }
    line.path = new URL(request.url).pathname.slice(0, 200);
    line.status = response.status;
    line.ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log[response.status >= 500 ? "error" : "info"](line, "request");
    return response;
  };
  return bodyLimit ? Object.assign(handler, { bodyLimit }) : handler;
}

/** Any endpoint: its schemas are its own business. */
type AnyEndpoint =
  | ValueEndpoint<z.ZodType, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType>
  | RowsEndpoint<z.ZodType, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType>;

async function readInput(endpoint: AnyEndpoint, request: Request, params: Params) {
  const known = endpoint.params.safeParse(params);
  const query = endpoint.query
    ? parseInput(endpoint.query, readQuery(new URL(request.url), Object.keys(endpoint.query.shape)), "query")
    : undefined;
  let body: unknown;
  if (endpoint.body) {
    requireJson(request);
    body = parseInput(endpoint.body, parseJson(await readBody(request, env().bodyLimitBytes)), "body");
  }
  if (!known.success) throw notFound(endpoint.name.split(" ").at(-1) ?? "resource");
  return { params: known.data, query, body };
}

/** One organisation's same question at the same time is asked once: a crowd before one scoreboard costs as one. */
const reads = new RequestCoalescer<Answer>(setImmediate);

/** A value as it goes out, and what is said of it in headers. */
interface Answer {
  text: string;
  headers: AnswerHeaders;
}

async function answer(
  endpoint: AnyEndpoint,
  scope: Scope,
  request: Request,
  params: Params,
  requestId: string,
) {
  const input = await readInput(endpoint, request, params);
  if (endpoint.kind === "value") {
    const write = async (): Promise<Answer> => {
      const headers: AnswerHeaders = {};
      const value = await endpoint.handle(scope, input, headers);
      return { text: successText(z.encode(endpoint.response, value)), headers };
    };
    const { text, headers } = await (request.method === "GET"
      ? reads.run(`${scope.organisationId} ${scope.mode} ${scope.by?.memberId} ${request.url}`, write)
      : write());
    return jsonResponse(endpoint.status, text, requestId, { ...headers });
  }
  const { head, chunks } = await endpoint.handle(scope, { ...input, body: undefined });
  const before = endpoint.head ? JSON.stringify(z.encode(endpoint.head, head)).slice(0, -1) : "";
  const frame = endpoint.member
    ? { open: `{"success":true,"data":${before},"${endpoint.member}":[`, close: "]}}" }
    : { open: '{"success":true,"data":[', close: "]}" };
  return jsonResponse(200, await writeRows(endpoint.row, chunks, frame), requestId);
}

/**
 * Serves an endpoint to whoever holds an organisation's API key, and shows it that organisation alone (§5). A value is
 * read while the key is still being looked up, for whoever held it last: it is shown only to a caller who is found to
 * hold it still, and costs one turn of the database instead of two, one after the other.
 */
export function forApiKey(endpoint: AnyEndpoint): RouteHandler {
  return serve(async (request, params, line) => {
    const { cachedCaller, caller: found } = lookUpCaller(request);
    const isReading = endpoint.kind === "value" && request.method === "GET";
    const early =
      cachedCaller && isReading ? answer(endpoint, cachedCaller, request, params, line.requestId) : undefined;
    early?.catch(() => undefined);
    const caller = await found;
    refuseSecretsInQuery(request);
    line.endpoint = endpoint.name;
    line.organisation = caller.organisationId;
    line.key = caller.keyId;
    if (early && cachedCaller?.keyId === caller.keyId) return early;
    const scope = request.method === "GET" ? caller : { ...caller, origin: clientAddress(request) };
    return answer(endpoint, scope, request, params, line.requestId);
  });
}

/**
 * Serves an endpoint to a member who is signed in and whose role may, and shows them their organisation alone. What
 * changes something is taken only from our own pages, so that another site cannot have a member's browser send it.
 */
export function forMember(endpoint: AnyEndpoint, permission: Permission, rules?: MemberRules): RouteHandler {
  const handle: MemberHandler = (request, scope, { params, requestId }) =>
    answer(endpoint, scope, request, params, requestId);
  return forMemberRequest(permission, handle, rules);
}

/** What a route asks of a member besides the permission. */
interface MemberRules {
  /** The password or a code within the last 15 minutes: keys, secrets, roles, devices and account numbers. */
  recentSignIn?: boolean;
  /** Serves also a member who still has to set up a second factor. */
  duringSetUp?: boolean;
}

/** What answers a member's request by itself. */
export type MemberHandler = (
  request: Request,
  scope: MemberScope,
  context: { params: Params; requestId: string },
) => Promise<Response>;

/** The same for what is no JSON: a stream, a file. */
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
    line.member = member.by.memberId;
    requirePermission(member, permission);
    if (recentSignIn) requireRecentSignIn(member);
    return handle(request, member, { params, requestId: line.requestId });
  });
}

/** Serves to anybody, from our own pages, what asks for a secret of its own: a single-use link. */
export function forPublic<B extends z.ZodType, D extends z.ZodType>(
  body: B,
  response: D,
  /** Headers that the answer has besides its value are set on `headers`. */
  run: (
    input: z.output<B>,
    context: { params: Params; headers: Record<string, string>; origin: string },
  ) => Promise<z.output<D>>,
): RouteHandler {
  return serve(async (request, params, line) => {
    refuseOtherOrigins(request);
    requireJson(request);
    const input = parseInput(body, parseJson(await readBody(request, env().bodyLimitBytes)), "body");
    const headers: Record<string, string> = {};
    const value = await run(input, { params, headers, origin: clientAddress(request) });
    return jsonResponse(200, successText(z.encode(response, value)), line.requestId, headers);
  });
}

/** Serves a job to whoever holds the job secret; `run` answers the `data` of the envelope. */
export function forJob<D extends z.ZodType>(response: D, run: () => Promise<z.output<D>>): RouteHandler {
  return serve(async (request, _params, line) => {
    authenticateJob(request);
    return successResponse(200, z.encode(response, await run()), line.requestId);
  });
}

/** Answers a path that is no endpoint: 401 without a key, else 404. */
export const unknownPath: RouteHandler = serve(async (request) => {
  await authenticateApiKey(request);
  throw new Failure("not_found", { detail: "There is no such path. Check it against the API's reference." });
});

/** Answers a method that a path does not take: 401 without a key, else 405 with `Allow`. */
export function methodNotAllowed(allow: readonly string[]): RouteHandler {
  return serve(async (request) => {
    await authenticateApiKey(request);
    throw refusal(allow);
  });
}

/** The same on a path that asks for no key. */
export function publicMethodNotAllowed(allow: readonly string[]): RouteHandler {
  return serve(async () => {
    throw refusal(allow);
  });
}

function refusal(allow: readonly string[]): Failure {
  return new Failure("method_not_allowed", {
    detail: `Use ${allow.join(" or ")}.`,
    headers: { allow: allow.join(", ") },
  });
}
