import type { z } from "zod";
import { Failure, type FieldError, invalid } from "@/lib/core/errors";

type Issue = z.core.$ZodIssue;

const ARTICLES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "a JSON object",
  record: "a JSON object",
  array: "an array",
};

/** Says in words what one issue asks for. Messages that a schema states itself are kept. */
function issueMessage(issue: Issue, name: string): string {
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    const expected = ARTICLES[issue.expected] ?? `of type ${issue.expected}`;
    return issue.message.endsWith("undefined")
      ? `${name} is required: send ${expected}.`
      : `${name} must be ${expected}.`;
  }
  return `${name} ${issue.message}.`.replace(/\.\.$/, ".");
}

/** Turns a schema's complaints into faults, each naming its member: a JSON Pointer into the body, or `?name` of the query. */
function faultsOf(error: z.ZodError, place: "body" | "query"): FieldError[] {
  return error.issues.map((issue) => {
    const steps = issue.path.map(String);
    if (place === "query") {
      const name = steps[0] ?? "";
      return { pointer: `?${name}`, detail: issueMessage(issue, `The query parameter ${name}`) };
    }
    const pointer = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return { pointer, detail: issueMessage(issue, steps.length > 0 ? steps.join(".") : "The body") };
  });
}

/** Parses input by a schema. Throws `Failure("invalid_request")` with one fault an issue. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  place: "body" | "query",
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error, place);
  throw new Failure("invalid_request", { detail: faults[0]?.detail, faults });
}

/** Reads the named parameters; one given twice is a fault, for which of the two would count is anybody's guess. */
export function readQuery(url: URL, names: string[]): Record<string, string | undefined> {
  return Object.fromEntries(
    names.map((name) => {
      const [value, ...others] = url.searchParams.getAll(name);
      if (others.length === 0) return [name, value];
      throw invalid(`?${name}`, `The query parameter ${name} is given more than once. Send it once.`);
    }),
  );
}
