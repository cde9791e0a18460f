import { Failure, isFailure } from "@/lib/core/errors/errors";
import { cleanText, truncateText } from "./parsing/text";

/** The `retry-after` of a transient failure if the bank states none, and the longest that is passed on, in seconds. */
const RETRY_AFTER_SECONDS = 5;
const MAX_RETRY_AFTER_SECONDS = 3600;
/** The longest reason that is shown and logged, in characters. */
const MAX_REASON_LENGTH = 200;

/** A bank's answer that it does not do what was asked. */
export interface Refusal {
  /** The HTTP status, which can be 200. */
  status: number;
  /** The bank's own error code, or `""`. */
  code: string;
  /** The bank's own message without control characters, account numbers and secrets, or `""`. */
  reason: string;
  /** Whether the same request can succeed later: an expired token, a request in progress. */
  isTransient: boolean;
}

/**
 * Creates the failure for a bank that does not respond, or not as documented. `retryAfterSeconds` is the wait that the bank
 * states, or else a default.
 */
export function bankUnavailable(
  internal: string,
  cause?: unknown,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
  isRateLimited = false,
): Failure {
  return new Failure("unavailable", {
    isRateLimited,
    detail: "The bank cannot be reached right now. Try again in a few seconds.",
    headers: { "retry-after": String(retryAfterSeconds) },
    internal,
    cause,
  });
}

/** Creates the failure for an account that the bank is opening and a later request finds. */
export function bankOpening(internal: string, retryAfterSeconds: number): Failure {
  return new Failure("unavailable", {
    detail:
      "The bank is opening the account. Send the same request again after the time in Retry-After, with the same Idempotency-Key.",
    headers: { "retry-after": String(retryAfterSeconds) },
    internal,
  });
}

/**
 * Creates the failure for a refusal: `unavailable` with a retry time if it is transient, else `bank_refused` with the
 * bank's reason and without a retry time. The refusal is its `cause`. `label` names the call in the log.
 */
export function toRefusalFailure(label: string, refusal: Refusal): Failure {
  const { status, code, reason, isTransient } = refusal;
  const internal = `${label} was refused with ${status}${code && ` ${code}`}${reason && `: ${reason}`}`;
  if (isTransient) return bankUnavailable(internal, refusal);
  const stated = reason ? `: "${reason}".` : " without a reason.";
  return new Failure("bank_refused", {
    detail: `The bank refused${stated} A retry gets the same answer; the account at the bank or its settings must change first.`,
    internal,
    cause: refusal,
  });
}

/** Returns the bank's refusal that caused a failure; `undefined` if nothing was refused. */
export function findRefusal(thrown: unknown): Refusal | undefined {
  const cause = isFailure(thrown) ? thrown.cause : undefined;
  return isRefusal(cause) ? cause : undefined;
}

const isRefusal = (cause: unknown): cause is Refusal =>
  typeof cause === "object" && cause !== null && "isTransient" in cause && "reason" in cause;

const SECRET_WORDS = /\S*(?:[A-Za-z0-9_+/=|.-]{24,}|sk_(?:live|test)_\w+)\S*/g;
const EMAIL_ADDRESS = /\S+@\S+/g;
/** Account numbers, BVNs and telephone numbers, also in groups. */
const LONG_NUMBER = /\d(?:[ -]?\d){5,}/g;

/**
 * Cleans a bank's reason for a response and the log: one line of at most 200 characters, in which the given secrets, long
 * tokens, e-mail addresses and numbers of six or more digits are replaced by `[removed]`.
 */
export function cleanReason(text: string | null | undefined, secrets: readonly string[] = []): string {
  let reason = cleanText(text).replace(/\s+/g, " ");
  for (const secret of secrets) if (secret !== "") reason = reason.replaceAll(secret, "[removed]");
  for (const pattern of [EMAIL_ADDRESS, SECRET_WORDS, LONG_NUMBER])
    reason = reason.replace(pattern, "[removed]");
  return truncateText(reason, MAX_REASON_LENGTH).trim();
}

/** Parses a `Retry-After` header (RFC 9110 §10.2.3) to seconds from 1 to 3600; 5 if it is absent or malformed. */
export function parseRetryAfter(header: string | string[] | undefined): number {
  const text = String(header ?? "").trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  if (text === "" || Number.isNaN(seconds)) return RETRY_AFTER_SECONDS;
  return Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}
