import { createHash } from "node:crypto";
import { ERRORS, type Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { env } from "@/lib/env";
import { type Answer, IDEMPOTENCY_KEY, parseIdempotencyKey, runOnce } from "@/lib/idempotency";
import type { AnyValueEndpoint, ResponseHeaders } from "./endpoint";
import { readBody } from "./request/body";
import { readInput } from "./request/read-input";
import { jsonResponse, successText } from "./response/envelope";
import { toFailure } from "./response/error-response";
import { toProblem } from "./response/problem";
import { toJson } from "./response/to-json";

/** Returns the request's idempotency key; undefined without the header. Throws `Failure("invalid_request")`. */
export function readIdempotencyKey(request: Request): string | undefined {
  const value = request.headers.get(IDEMPOTENCY_KEY);
  return value === null ? undefined : parseIdempotencyKey(value);
}

/**
 * Executes a write with an idempotency key and responds; a repeated request gets the first one's status and body, with
 * `Idempotency-Replayed: true`. Input that is malformed is refused before the key is used. Throws what `runOnce` throws.
 */
export async function respondOnce(
  endpoint: AnyValueEndpoint,
  scope: Scope,
  request: Request,
  {
    key,
    params,
    requestId,
  }: { key: string; params: Record<string, string | string[]>; requestId: Id<"request"> },
): Promise<Response> {
  const input = await readInput(endpoint, request, params);
  const { pathname, search } = new URL(request.url);
  const body = await readBody(request, () => env().bodyLimitBytes);
  const requestHash = createHash("sha256").update(search).update("\0").update(body).digest("hex");
  const headers: ResponseHeaders = {};
  const toAnswer = (value: unknown): Answer => ({
    status: endpoint.status,
    headers: { "content-type": "application/json", ...headers },
    body: successText(toJson(endpoint.response, value)),
  });
  const { answer, isReplayed } = await runOnce(
    scope,
    { method: request.method, path: pathname, key, requestHash, requestId },
    {
      execute: async ({ sessionId, storeAnswer }) =>
        toAnswer(
          await endpoint.handle(scope, input, headers, {
            sessionId,
            storeAnswer: (db, value) => storeAnswer(db, toAnswer(value)),
          }),
        ),
      stateAfter: (thrown) => stateAfter(toFailure(thrown), requestId),
    },
  );
  return jsonResponse(answer.status, answer.body, requestId, {
    ...answer.headers,
    ...(isReplayed && { "idempotency-replayed": "true" }),
  });
}

/** A refusal of what the request asks for is kept; a temporary fault is not; malformed input leaves the key unused. */
function stateAfter(failure: Failure, requestId: string): Answer | "retry" | "forget" {
  const { status } = ERRORS[failure.code];
  if (status === 400) return "forget";
  if (status === 429 || status >= 500 || failure.code === "idempotency_key_in_use") return "retry";
  return toProblem(failure, requestId);
}
