import { isFailure } from "./errors";

const MAX_LENGTH = 500;

/** What a database library throws holds what happened as its cause; its own message carries the statement's parameters. */
function innermost(thrown: unknown): unknown {
  const isWrapper = thrown instanceof Error && !isFailure(thrown) && thrown.cause instanceof Error;
  return isWrapper ? innermost(thrown.cause) : thrown;
}

const textOf = (holder: object, member: string) => {
  const value: unknown = Reflect.get(holder, member);
  return typeof value === "string" ? value : "";
};

/**
 * What a log may say of anything thrown: name, code (SQLSTATE where the database threw it), constraint and the
 * innermost message. Never parameters of a statement, nor values that the database quotes back where they are malformed
 * (SQLSTATE class 22): either can be a secret.
 */
export function describeError(thrown: unknown): string {
  const error = innermost(thrown);
  if (!(error instanceof Error)) return String(error).slice(0, MAX_LENGTH);
  const code = textOf(error, "code");
  // Several addresses refused at once come as one error without a message.
  const message =
    error instanceof AggregateError && error.message === ""
      ? error.errors.map(String).join("; ")
      : error.message;
  const isDataError = /^22[0-9A-Z]{3}$/.test(code);
  const shown = isDataError ? message.replace(/".*"/s, '"…"') : message;
  return [`${error.name}:`, code, textOf(error, "constraint_name"), shown]
    .filter(Boolean)
    .join(" ")
    .slice(0, MAX_LENGTH);
}
