import { z } from "zod";

/** Returns whether a text can be stored and sent as UTF-8: no NUL, no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** The maximum length of a name in a request, in characters (`docs/not-shown.md`). */
export const MAX_NAME_LENGTH = 200;
/** The maximum length of other texts in a request, in characters, unless their schema has a lower limit. */
const MAX_TEXT_LENGTH = 500;

/** Returns the number of characters (code points) of a text. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Creates a schema for an external text of at most `max` characters that can be stored as UTF-8. */
export function textSchema(max: number) {
  const schema = z.string().superRefine((text, context) => {
    if (!isStorable(text)) {
      context.addIssue({
        code: "custom",
        message: "must not contain NUL characters or unpaired surrogates",
      });
    }
    // A text has at most as many characters as UTF-16 units, so most texts need no count.
    const length = text.length <= max ? 0 : countCharacters(text);
    if (length > max) {
      context.addIssue({
        code: "custom",
        message: `must have at most ${max} characters, and has ${length}`,
      });
    }
  });
  return schema.meta({ maxLength: max });
}

/** Like `textSchema`, for a text that must not be blank. */
export const nonBlankTextSchema = (max: number) =>
  textSchema(max)
    .refine((text) => text.trim() !== "", "must not be empty")
    .meta({ minLength: 1, pattern: "\\S" });

/** An external text of at most `MAX_TEXT_LENGTH` characters. */
export const Text = textSchema(MAX_TEXT_LENGTH);

/** Like `Text`, but not blank. */
export const NonBlankText = nonBlankTextSchema(MAX_TEXT_LENGTH);

/** An external name: not blank, at most `MAX_NAME_LENGTH` characters. */
export const Name = nonBlankTextSchema(MAX_NAME_LENGTH);

/** Makes a member optional; `null` counts as absent (`docs/not-shown.md`). */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The maximum nesting depth of stored JSON; PostgreSQL's parser fails at a few thousand levels. */
const MAX_DEPTH = 200;

/**
 * Returns why a JSON value cannot be stored, or undefined. Not recursive, so deep nesting cannot overflow the stack.
 */
export function findJsonStorageError(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: current, depth } = next;
    if (typeof current === "string" && !isStorable(current))
      return "must not contain NUL characters or unpaired surrogates";
    // `JSON.parse` reads 1e400 as infinite, which would be stored as null.
    if (typeof current === "number" && !Number.isFinite(current))
      return "must not contain numbers beyond the range of double precision";
    if (typeof current !== "object" || current === null) continue;
    if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
    for (const [key, member] of Object.entries(current)) {
      if (!isStorable(key)) return "must not contain NUL characters or unpaired surrogates in its keys";
      pending.push({ value: member, depth: depth + 1 });
    }
  }
  return undefined;
}
