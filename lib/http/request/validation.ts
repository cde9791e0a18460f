import type { z } from "zod";
import { Failure, type FieldError, invalidParameter } from "@/lib/core/errors/errors";

type Issue = z.core.$ZodIssue;

const TYPE_PHRASES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "a JSON object",
  record: "a JSON object",
  array: "an array",
};

/** Describes what one issue requires. Keeps a message that the schema defines. */
function issueMessage(issue: Issue, name: string): string {
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    const expected = TYPE_PHRASES[issue.expected] ?? `of type ${issue.expected}`;
    return issue.message.endsWith("undefined")
      ? `${name} is required: send ${expected}.`
      : `${name} must be ${expected}.`;
  }
  // The message of zod itself, which is no part of a sentence.
  if (issue.code === "invalid_value" && issue.message.startsWith("Invalid "))
    return `${name} must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}.`;
  return `${name} ${issue.message}.`.replace(/\.\.$/, ".");
}

/** Converts the issues to field errors, each with a JSON Pointer into the body or the name of a query parameter. */
function toFieldErrors(error: z.ZodError, source: "body" | "query"): FieldError[] {
  return error.issues.map((issue) => {
    const steps = issue.path.map(String);
    if (source === "query") {
      const parameter = steps[0] ?? "";
      return { parameter, detail: issueMessage(issue, `The query parameter ${parameter}`) };
    }
    const pointer = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return { pointer, detail: issueMessage(issue, steps.length > 0 ? steps.join(".") : "The body") };
  });
}

/** Parses input with a schema. Throws `Failure("invalid_request")` with one field error per issue. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  source: "body" | "query",
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = toFieldErrors(parsed.error, source);
  throw new Failure("invalid_request", { detail: faults[0]?.detail, faults });
}

/** Reads the named query parameters. Throws `Failure("invalid_request")` if one is given more than once. */
export function readQuery(url: URL, names: string[]): Record<string, string | undefined> {
  return Object.fromEntries(
    names.map((name) => {
      const [value, ...others] = url.searchParams.getAll(name);
      if (others.length === 0) return [name, value];
      throw invalidParameter(name, `The query parameter ${name} is given more than once. Send it once.`);
    }),
  );
}
