/** One invalid member of a request's body: its JSON Pointer (`/name`), and how to correct it. */
export interface BodyError {
  pointer: string;
  detail: string;
}

/** A field of a form: its label, and what to type there. Without `expected` the server's requirement is shown. */
export interface FieldText {
  label: string;
  expected?: string;
}

/**
 * Returns the requirement that follows the member's name in the detail, which is its path (`collection.pos_count`) or the last
 * part of it; undefined if the detail does not begin with either.
 */
function findRequirement({ pointer, detail }: BodyError): string | undefined {
  const path = pointer.split("/").slice(1);
  const name = [path.join("."), path.at(-1)].find((one) => one && detail.startsWith(`${one} `));
  return name && detail.slice(name.length + 1);
}

/**
 * Returns the text of a field's error. The API names the member of the body and states a requirement for programs,
 * such as `external_event_id must not be empty`; a form names its label and says what to type. Other details are
 * written for people and stay as they are.
 */
export function describeFieldError(error: BodyError, { label, expected }: FieldText): string {
  const requirement = findRequirement(error);
  if (requirement === undefined) return error.detail;
  return expected ? `${label}: ${expected}` : `${label} ${requirement}`;
}

/** Returns the text of an error without a field: `pos_count must be …` becomes `Pos count must be …`. */
export function describeError(detail: string, errors: readonly BodyError[]): string {
  const error = errors.find((one) => one.detail === detail);
  const words = error?.pointer.split("/").at(-1)?.replaceAll("_", " ");
  return error && words
    ? describeFieldError(error, { label: words.charAt(0).toUpperCase() + words.slice(1) })
    : detail;
}
