import { askIdentity } from "./confirm-identity";

/** A refusal as the door writes it (RFC 9457). */
interface Problem {
  code: string;
  detail: string;
  errors: { pointer: string; detail: string }[];
  request_id: string;
}

/** The door's own refusal, or nothing where something else has answered. Written by `lib/http/error-response`. */
function problemIn(body: unknown): Partial<Problem> {
  return typeof body === "object" && body !== null && "code" in body ? (body as Partial<Problem>) : {};
}

/** What the door has refused, or why it could not be reached (`status` 0, code `unreachable`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** One entry a wrong member of the input: a JSON pointer (`/name`) or `?name`, and what to do about it. */
  readonly faults: { pointer: string; detail: string }[];
  readonly requestId: string | undefined;

  constructor(status: number, problem: Partial<Problem>) {
    const detail = problem.detail ?? "Something went wrong on our side.";
    super(detail);
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? "internal";
    this.detail = detail;
    this.faults = problem.errors ?? [];
    this.requestId = problem.request_id;
  }

  /** What is wrong with one member, to stand beside its field. */
  faultOf(pointer: string): string | undefined {
    return this.faults.find((fault) => fault.pointer === pointer)?.detail;
  }
}

/** The answer's `data`. The door has encoded it through the endpoint's own schema, of which `T` is the wire's side. */
function dataOf<T>(body: unknown): T {
  return (body as { data: T }).data;
}

/** Sees an `ApiError` in anything thrown; what is none is `unreachable` or a fault of the page. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError
    ? thrown
    : new ApiError(0, {
        code: "unreachable",
        detail: "The service could not be reached. Check the connection.",
      });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, {
    ...init,
    credentials: "same-origin",
    headers: { accept: "application/json", ...init.headers },
  }).catch((thrown: unknown) => {
    if (init.signal?.aborted) throw thrown;
    throw asApiError(thrown);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return dataOf<T>(body);
  throw new ApiError(response.status, problemIn(body));
}

/** Asks the dashboard's JSON door. Throws `ApiError`. */
export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, signal ? { signal } : {});
}

/**
 * Sends a change to the dashboard's JSON routes. Where the service wants the password or a code once more, the member is asked
 * for it and the change is sent again. Throws `ApiError`.
 */
export async function sendJson<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const send = () =>
    ask<T>(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
  try {
    return await send();
  } catch (thrown) {
    const isAsked = thrown instanceof ApiError && thrown.code === "reauthentication_required";
    if (!isAsked || !(await askIdentity())) throw thrown;
    return send();
  }
}
