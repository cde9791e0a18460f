import type { FieldError } from "@/lib/core/errors/errors";
import { identityPrompt, signInPrompt } from "./confirm-identity";
import { type BodyError, describeError, describeFieldError, type FieldText } from "./field-error";
import * as texts from "./texts";

/** Error response of the API (RFC 9457). */
interface Problem {
  code: string;
  detail: string;
  errors: FieldError[];
  request_id: string;
}

/**
 * Returns the problem of an API error response (`lib/http/response/error-response`); an empty one if the response is
 * not from the API.
 */
function toProblem(body: unknown): Partial<Problem> {
  return typeof body === "object" && body !== null && "code" in body ? (body as Partial<Problem>) : {};
}

/** An error response of the API, or a failed request (`status` 0, code `unreachable`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fieldErrors: BodyError[];
  readonly requestId: string | undefined;

  constructor(status: number, problem: Partial<Problem>) {
    const fieldErrors = problem.errors?.filter((error) => "pointer" in error) ?? [];
    const detail = describeError(problem.detail ?? texts.somethingWentWrongOnOurSide, fieldErrors);
    super(detail);
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? "internal";
    this.detail = detail;
    this.fieldErrors = fieldErrors;
    this.requestId = problem.request_id;
  }

  /** Returns the error of one field, in the words of its form. */
  findFieldError(pointer: string, field: FieldText): string | undefined {
    const error = this.fieldErrors.find((fault) => fault.pointer === pointer);
    return error && describeFieldError(error, field);
  }

  /** Returns whether the member at `pointer` is invalid. */
  hasFieldError(pointer: string): boolean {
    return this.fieldErrors.some((fault) => fault.pointer === pointer);
  }
}

/**
 * Returns the response's `data`. The server has serialized it with the endpoint's schema, whose input type is
 * `T`.
 */
function getData<T>(body: unknown): T {
  return (body as { data: T }).data;
}

/** Converts anything thrown to an `ApiError`: anything else becomes `unreachable`. */
export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError
    ? thrown
    : new ApiError(0, {
        code: "unreachable",
        detail: "The service could not be reached. Check the connection.",
      });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, {
    ...init,
    credentials: "same-origin",
    headers: { accept: "application/json", ...init.headers },
  }).catch((thrown: unknown) => {
    if (init.signal?.aborted) throw thrown;
    throw asApiError(thrown);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return getData<T>(body);
  throw new ApiError(response.status, toProblem(body));
}

/** Sends a GET request to the dashboard JSON API. Throws `ApiError`. */
export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>(path, signal ? { signal } : {});
}

/** The question after which a rejected change can be repeated; undefined for other errors. */
const findPrompt = (thrown: unknown) => {
  if (!(thrown instanceof ApiError)) return undefined;
  if (thrown.code === "reauthentication_required") return identityPrompt;
  return thrown.code === "unauthenticated" ? signInPrompt : undefined;
};

/**
 * Sends a change to the dashboard JSON API. If the sign-in has ended or the server requires reauthentication, asks the
 * member to sign in in another tab, or for the password or a code, and repeats the request; the page with its forms
 * stays. Throws `ApiError`.
 */
export async function sendJson<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  try {
    return await request<T>(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
  } catch (thrown) {
    if (!(await findPrompt(thrown)?.ask())) throw thrown;
    return sendJson<T>(method, path, body);
  }
}
