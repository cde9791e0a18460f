import { Failure, isFailure } from "@/lib/core/errors";

/** What an error says of the database; undefined where it is about the statement alone. */
export type Fault =
  /** No connection can be had, or only one that may not write: a server that is starting, gone, or a standby now. */
  | "unreachable"
  /** A connection broke under its work: nobody can say whether that was done. */
  | "lost"
  /** The server gave the work up: out of room, of connections or of time. Nothing was done. */
  | "refused";

const CODES: [Fault, RegExp][] = [
  [
    "unreachable",
    /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|08001|08004|57P03|25006)$/,
  ],
  [
    "lost",
    /^(08...|57P0[125]|25P0[34]|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|CONNECTION_(CLOSED|DESTROYED))$/,
  ],
  // 53: out of disk, memory, connections. 58030: an I/O error. 55P03 and 57014: waited too long for a lock, or in all.
  ["refused", /^(53...|58030|55P03|57014|CONNECTION_ENDED)$/],
];

/** What drizzle throws holds what happened as its cause. */
const innermost = (thrown: unknown): unknown =>
  thrown instanceof Error && thrown.cause instanceof Error && !isFailure(thrown)
    ? innermost(thrown.cause)
    : thrown;

/** Tells by SQLSTATE, postgres.js' or the system's code what is wrong with the database, if anything is. */
export function faultOf(thrown: unknown): Fault | undefined {
  const error = innermost(thrown);
  if (!(error instanceof Error) || isFailure(error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  const [fault] = CODES.find(([, codes]) => codes.test(code)) ?? [];
  return fault ?? (/no space left on device/i.test(error.message) ? "refused" : undefined);
}

/** Whether a statement waited for a lock for longer than its connection's `lock_timeout`; nothing was done then. */
export function isLockTimeout(thrown: unknown): boolean {
  const error = isFailure(thrown) ? thrown.cause : innermost(thrown);
  return error instanceof Error && "code" in error && error.code === "55P03";
}

const DETAIL: Record<Fault, string> = {
  unreachable: "Nothing was done. Send the same request again.",
  refused: "Nothing was done. Send the same request again.",
  lost: "The database was lost on the way, and whether this was done is not known. A bank's notice may be sent again.",
};

/** The failure for a database that does not answer: 503, and when to come again. */
export function unavailable(fault: Fault, internal: string, cause?: unknown): Failure {
  return new Failure("unavailable", {
    detail: DETAIL[fault],
    headers: { "retry-after": "1" },
    internal,
    cause,
  });
}

/** The same error, or `Failure("unavailable")` where the database was at fault and not the statement. */
export function toPublicError(thrown: unknown): unknown {
  const error = innermost(thrown);
  const fault = faultOf(error);
  if (isFailure(error)) return error;
  if (!fault || !(error instanceof Error)) return thrown;
  const code = "code" in error ? `${error.code} ` : "";
  return unavailable(fault, `${code}${error.message}`, error);
}
