import { z } from "zod";

/** Whether a text can be stored and sent as UTF-8: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** The most characters of a name in a request (`docs/not-shown.md`). */
export const MAX_NAME_LENGTH = 200;
/** The most characters of any other text in a request, unless its schema states less. */
export const MAX_TEXT_LENGTH = 500;

/** The number of characters (code points) of a text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A schema for a text from outside, in any script, of at most `max` characters, which can be stored as UTF-8. */
export function textUpTo(max: number) {
  return z.string().superRefine((text, context) => {
    if (!isStorable(text)) {
      context.addIssue({
        code: "custom",
        message: "must not contain NUL characters or unpaired surrogates",
      });
    }
    // No text has more characters than UTF-16 units, so that most need no count.
    const length = text.length <= max ? 0 : countCharacters(text);
    if (length > max) {
      context.addIssue({
        code: "custom",
        message: `must have at most ${max} characters, and has ${length}`,
      });
    }
  });
}

/** The same for a text that must not be blank. */
export const filledTextUpTo = (max: number) =>
  textUpTo(max).refine((text) => text.trim() !== "", "must not be empty");

/** A text from outside of at most `MAX_TEXT_LENGTH` characters. */
export const Text = textUpTo(MAX_TEXT_LENGTH);

/** The same that must not be blank. */
export const FilledText = filledTextUpTo(MAX_TEXT_LENGTH);

/** A name from outside: not blank, at most `MAX_NAME_LENGTH` characters. */
export const Name = filledTextUpTo(MAX_NAME_LENGTH);

/** Makes a member optional; `null` counts as absent (`docs/not-shown.md`). */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Levels of nesting that stored JSON may have; PostgreSQL's own parser gives up at a few thousand. */
const MAX_DEPTH = 200;

/** Says what keeps a JSON value from being stored, or nothing. Does not recurse, so that no depth can hurt it. */
export function storableJsonFault(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: current, depth } = next;
    if (typeof current === "string" && !isStorable(current))
      return "must not contain NUL characters or unpaired surrogates";
    if (typeof current !== "object" || current === null) continue;
    if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
    for (const [key, member] of Object.entries(current)) {
      if (!isStorable(key)) return "must not contain NUL characters or unpaired surrogates in its keys";
      pending.push({ value: member, depth: depth + 1 });
    }
  }
  return undefined;
}
