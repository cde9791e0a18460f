import { z } from "zod";

/** Whether a text can be stored and sent as UTF-8: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** A text from outside. Any length, any script, but storable. */
export const Text = z.string().refine(isStorable, "must not contain NUL characters or unpaired surrogates");

/** A text that says something. */
export const FilledText = Text.refine((text) => text.trim() !== "", "must not be empty");

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
