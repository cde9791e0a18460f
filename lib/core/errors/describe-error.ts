import { isFailure } from "./errors";

const MAX_LENGTH = 500;

/**
 * Returns the innermost cause: messages of database libraries contain the statement's parameters, their causes do
 * not.
 */
function innermost(thrown: unknown): unknown {
  const isWrapper = thrown instanceof Error && !isFailure(thrown) && thrown.cause instanceof Error;
  return isWrapper ? innermost(thrown.cause) : thrown;
}

const textOf = (object: object, member: string) => {
  const value: unknown = Reflect.get(object, member);
  return typeof value === "string" ? value : "";
};

/**
 * Describes any thrown value for the log: name, code (SQLSTATE for a database error), constraint and the innermost
 * message. Omits statement parameters, and malformed values that the database quotes (SQLSTATE class 22): both can be
 * secrets.
 */
export function describeError(thrown: unknown): string {
  const error = innermost(thrown);
  if (!(error instanceof Error)) return String(error).slice(0, MAX_LENGTH);
  const code = textOf(error, "code");
  // A refusal by several addresses is one AggregateError without a message.
  const message =
    error instanceof AggregateError && error.message === ""
      ? error.errors.map(String).join("; ")
      : error.message;
  const isDataError = /^22[0-9A-Z]{3}$/.test(code);
  const safeMessage = isDataError ? message.replace(/".*"/s, '"…"') : message;
  return [`${error.name}:`, code, textOf(error, "constraint_name"), safeMessage]
    .filter(Boolean)
    .join(" ")
    .slice(0, MAX_LENGTH);
}
