import { Failure, isFailure } from "@/lib/core/errors/errors";

/** The kinds of database faults, as opposed to errors of a statement. */
export type DatabaseFault =
  /** No writable connection is available: the server is starting, down, or a standby. */
  | "unreachable"
  /** A connection broke during an operation, whose outcome is unknown. */
  | "lost"
  /**
   * The operation was cancelled: the server is out of space, connections or time, it was in a deadlock with another or could not be
   * serialised with it, or the pool was closed. Nothing was changed.
   */
  | "refused";

const CODES: [DatabaseFault, RegExp][] = [
  [
    "unreachable",
    /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|08001|08004|57P03|25006)$/,
  ],
  [
    "lost",
    /^(08...|57P0[125]|25P0[34]|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|CONNECTION_(CLOSED|DESTROYED))$/,
  ],
  // 53: out of disk space, memory or connections. 58030: I/O error. 55P03, 57014: lock or statement timeout. 40001: not serialised.
  // 40P01: deadlock.
  ["refused", /^(53...|58030|55P03|57014|40001|40P01|CONNECTION_ENDED)$/],
];

/** Returns the innermost cause: drizzle wraps the original error. */
const innermost = (thrown: unknown): unknown =>
  thrown instanceof Error && thrown.cause instanceof Error && !isFailure(thrown)
    ? innermost(thrown.cause)
    : thrown;

/**
 * Classifies an error by SQLSTATE or the error code of postgres.js or the system; undefined if the statement is at
 * fault.
 */
export function classifyFault(thrown: unknown): DatabaseFault | undefined {
  const error = innermost(thrown);
  if (!(error instanceof Error) || isFailure(error)) return undefined;
  const [fault] = CODES.find(([, codes]) => codes.test(codeOf(error))) ?? [];
  return fault ?? (/no space left on device/i.test(error.message) ? "refused" : undefined);
}

/** Returns the SQLSTATE of an error of the database, or of the one that a failure is made of; `""` if it has none. */
export function codeOf(thrown: unknown): string {
  const error = isFailure(thrown) ? thrown.cause : innermost(thrown);
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Returns whether a statement exceeded its connection's `lock_timeout`; nothing was changed then. */
export const isLockTimeout = (thrown: unknown): boolean => codeOf(thrown) === "55P03";

const DETAIL: Record<DatabaseFault, string> = {
  unreachable: "Nothing was done. Send the same request again.",
  refused: "Nothing was done. Send the same request again.",
  lost: "The connection to the database was lost, and it is unknown whether this was done. A bank notification may be sent again.",
};

/** Creates the failure for an unavailable database: 503 with `Retry-After`. */
export function unavailable(fault: DatabaseFault, internal: string, cause?: unknown): Failure {
  return new Failure("unavailable", {
    detail: DETAIL[fault],
    headers: { "retry-after": "1" },
    internal,
    cause,
  });
}

/** Returns `Failure("unavailable")` if the database is at fault, otherwise the error itself. */
export function toPublicError(thrown: unknown): unknown {
  const error = innermost(thrown);
  const fault = classifyFault(error);
  if (isFailure(error)) return error;
  if (!fault || !(error instanceof Error)) return thrown;
  const code = "code" in error ? `${error.code} ` : "";
  return unavailable(fault, `${code}${error.message}`, error);
}
