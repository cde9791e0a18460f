import type { ErrorCode, FieldError } from "./types";

/** The body of an error (RFC 9457), as far as the answer has one. */
interface Problem {
  type?: string;
  code?: ErrorCode;
  detail?: string;
  errors?: FieldError[];
  request_id?: string;
}

/** The service refused a request. `code` says why. */
export class TakingsError extends Error {
  override readonly name = "TakingsError";
  /** The status of the answer. */
  readonly status: number;
  /** Identifies the error; `unexpected_answer` if the answer is not one of the service, for example that of a proxy. */
  readonly code: ErrorCode | "unexpected_answer";
  /** The address of the error's documentation. */
  readonly type: string;
  /** The errors of the input, each with its place; empty unless `code` is `invalid_request`. */
  readonly errors: readonly FieldError[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** The seconds after which the request may be sent again, if the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Problem, retryAfterSeconds?: number) {
    super(problem.detail ?? `The answer has the status ${status} and is not one of the service.`);
    this.status = status;
    this.code = problem.code ?? "unexpected_answer";
    this.type = problem.type ?? "about:blank";
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The service could not be reached, or its answer did not arrive. `cause` is the last attempt's error. */
export class TakingsConnectionError extends Error {
  override readonly name = "TakingsConnectionError";

  constructor(address: string, cause: unknown) {
    super(`No answer from ${address}.`, { cause });
  }
}

/** Reads the error of an answer. */
export async function readError(response: Response, retryAfterSeconds?: number): Promise<TakingsError> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  const text = await response.text();
  return new TakingsError(response.status, isProblem ? JSON.parse(text) : {}, retryAfterSeconds);
}
