import { ERRORS, type ErrorCode, type FieldError } from "@/lib/core/errors/errors";
import { problemType } from "@/lib/http/response/problem";

/** The documentation of one error. Texts are Markdown. */
export interface ErrorDocs {
  /** When it is answered. */
  when: string;
  /** What the client does. */
  remedy: string;
  /** An example of its `detail`. */
  detail: string;
  /** The errors of the input in the example. */
  errors?: FieldError[];
  /** The response headers that it always has. */
  headers?: readonly ("Retry-After" | "WWW-Authenticate")[];
}

const field = (pointer: string, detail: string): FieldError => ({ pointer, detail });

/** The documentation of every error, in the order of `ERRORS`. */
export const ERROR_DOCS: Record<ErrorCode, ErrorDocs> = {
  invalid_request: {
    when:
      "A member of the body or a query parameter is missing, has the wrong type or breaks a limit; the body is empty, not " +
      "UTF-8 or not JSON; a query parameter is given twice or contains a secret; the `Idempotency-Key` is malformed.",
    remedy:
      "Correct what `errors` names. Each entry has the place of one error: `pointer` (a JSON Pointer into the body), " +
      "`parameter` (a query parameter) or `header`. The same request is always refused again.",
    detail: "external_event_id is required: send a string.",
    errors: [
      field("/external_event_id", "external_event_id is required: send a string."),
      field("/name", "name must not be empty."),
      field(
        "/collection/pos_count",
        "collection.pos_count is required when collection.pos is true: send a whole number from 1 to 50.",
      ),
    ],
  },
  unauthenticated: {
    when: "The request has no API key, or one that is unknown, expired or revoked.",
    remedy:
      "Send the organisation's API key in the header `x-api-key`. If the key was revoked, issue a new one.",
    detail: "Send your organisation's API key in the header x-api-key.",
    headers: ["WWW-Authenticate"],
  },
  invalid_signature: {
    when: "A bank's notification has no signature, or a wrong one. The answer does not say which, and nothing is stored.",
    remedy: "Compare the secret that is set at the bank with that of this deployment.",
    detail: "Invalid signature.",
    headers: ["WWW-Authenticate"],
  },
  second_factor_required: {
    when: "Signing in to the dashboard needs a code besides the password.",
    remedy: "Send a code of the authenticator app, or a recovery code.",
    detail: "Enter the code that your authenticator app shows.",
  },
  forbidden: {
    when: "The member's role does not have the permission, or a browser sent the request from another site.",
    remedy: "Ask an owner of the organisation for the role, or use the dashboard itself.",
    detail: "Your role may not do this: invite, change and remove members. Ask an owner.",
  },
  insufficient_scope: {
    when: "The API key may only read, and the request changes something.",
    remedy: "Use a key with the scope `write`.",
    detail:
      "This API key has the scope read; POST needs the scope write. Use a key that reads and writes, or issue one.",
  },
  address_not_allowed: {
    when: "The API key has a list of client addresses, and the request came from another one.",
    remedy: "Send the request from one of them, or issue a key that allows this address.",
    detail:
      "This API key may not be used from 192.0.2.7. Call from one of its allowed addresses, or issue a key that allows this one.",
  },
  reauthentication_required: {
    when: "An action on the dashboard needs the password or a code of the last 15 minutes.",
    remedy: "Confirm the password or a code, then send the request again.",
    detail: "Give your password or a code once more, then try again.",
  },
  second_factor_setup_required: {
    when: "The member's role requires a second factor, and none is set up.",
    remedy: "Set up a second factor on the dashboard.",
    detail: "Your organisation requires a second factor of your role. Set it up, then try again.",
  },
  not_found: {
    when:
      "The path is unknown; or an id is malformed, unknown, or another organisation's or mode's. The answer is the same in " +
      "all cases.",
    remedy:
      "Check the path and the id, and whether the key is of the mode (test or live) in which the object exists.",
    detail: "There is no such session. Check the id.",
  },
  method_not_allowed: {
    when: "The path does not support the method. The header `Allow` lists those that it supports.",
    remedy: "Use one of these methods.",
    detail: "Use GET or HEAD or POST.",
  },
  request_timeout: {
    when: "The request took more than 30 seconds to arrive.",
    remedy: "Send the request again over a faster connection, or with a smaller body.",
    detail: "The request took too long to arrive.",
  },
  conflict: {
    when: "The state of an object does not allow the change.",
    remedy: "Read the object again; `detail` says what stands in the way.",
    detail: "The session is closed and takes no more payments.",
  },
  no_bank_connection: {
    when: "Live mode: no bank connection of the organisation can issue a collection account.",
    remedy: "An owner adds a bank connection under Settings, or open the session without an account.",
    detail:
      "The organisation has no bank connection that issues accounts. An owner adds one under Settings, Bank connections.",
  },
  account_quota_reached: {
    when: "Live mode: the organisation has as many open sessions with an account as its quota allows.",
    remedy: "Close a session, or ask the operator of the deployment for a higher quota.",
    detail:
      "The organisation may have 10 open live events with a collection account, and has 10. Close one, or ask the operator " +
      "of the service for a higher quota.",
  },
  idempotency_key_in_use: {
    when: "A request with this `Idempotency-Key` is being executed.",
    remedy: "Send the same request again after the time in `Retry-After`.",
    detail:
      "A request with this Idempotency-Key is being executed. Send the same request again after the time in Retry-After to " +
      "get its answer.",
    headers: ["Retry-After"],
  },
  body_too_large: {
    when: "The body is larger than the limit: 1 MiB, or 16 MiB for a bank's notification.",
    remedy: "Send a smaller body.",
    detail: "Send at most 1048576 bytes.",
  },
  unsupported_media_type: {
    when: "`Content-Type` is not `application/json`, or the body has a `Content-Encoding`.",
    remedy: "Send JSON that is not compressed, with `Content-Type: application/json`.",
    detail: "Send the body as JSON with the header Content-Type: application/json.",
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` was sent before with another body or query.",
    remedy: "Choose a new key for each new request; send a key again only with the identical request.",
    detail:
      "This Idempotency-Key was sent before with another body or query. Send the same ones again, or use a new key.",
  },
  too_many_requests: {
    when: "The API key has used up its rate limit, if the deployment has one. Nothing was done.",
    remedy: "Send the request again after the time in `Retry-After`.",
    detail:
      "This API key may send 600 read requests a minute. Nothing was done; send the request again after the seconds in Retry-After.",
    headers: ["Retry-After"],
  },
  headers_too_large: {
    when: "The headers of the request are larger than 16 KiB.",
    remedy: "Send fewer or shorter headers.",
    detail: "The request's headers are too large.",
  },
  internal: {
    when: "A fault of the service.",
    remedy:
      "Send the request again once; a write with an `Idempotency-Key` is executed once in any case. If it fails again, " +
      "report the `request_id`.",
    detail: "Nothing is wrong with the request. If it happens again, report the request id.",
  },
  bank_refused: {
    when: "The bank refuses for good, for example because of its settings. A retry gets the same answer.",
    remedy:
      "Read the bank's reason in `detail`, change the account at the bank or its settings, then send the request again.",
    detail:
      'The bank refused: "BVN is required". A retry gets the same answer; the account at the bank or its settings must change first.',
  },
  unavailable: {
    when:
      "The database, the bank or memory for large bodies is unavailable, or too many connections are open. `detail` says " +
      "whether nothing was done or that this is unknown.",
    remedy:
      "Send the same request again after the time in `Retry-After`, a write with the same `Idempotency-Key`.",
    detail: "Nothing was done. Send the same request again.",
    headers: ["Retry-After"],
  },
};

/** Returns an example of the body of an error (RFC 9457). */
export function exampleProblem(code: ErrorCode) {
  const { detail, errors } = ERROR_DOCS[code];
  return {
    success: false,
    type: problemType(code),
    ...{ title: ERRORS[code].title, status: ERRORS[code].status },
    code,
    detail,
    ...(errors && { errors }),
    request_id: "req_01m86m8nw82bmdmz1r03w7h1ap",
  };
}
