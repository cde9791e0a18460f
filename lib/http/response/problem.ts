import { z } from "zod";
import { ERRORS, type ErrorCode, type Failure } from "@/lib/core/errors/errors";
import { keysOf } from "@/lib/core/keys";
import { env } from "@/lib/env";

const detail = z.string().meta({ description: "What is wrong and how to correct it." });

/** One error of the input (`FieldError`). */
const FieldErrorJson = z
  .union([
    z.object({
      pointer: z.string().meta({
        description: "A JSON Pointer (RFC 6901) into the body; an empty string is the whole body.",
        format: "json-pointer",
      }),
      detail,
    }),
    z.object({ parameter: z.string().meta({ description: "The name of the query parameter." }), detail }),
    z.object({ header: z.string().meta({ description: "The name of the request header." }), detail }),
  ])
  .meta({ id: "FieldError", description: "One error of the input: its place and the remedy." });

/** The body of every error: RFC 9457 problem details with the extension members `success`, `code` and `request_id`. */
export const Problem = z
  .object({
    success: z.literal(false),
    type: z.url().meta({ description: "The address of the error's documentation." }),
    title: z.string().meta({ description: "The name of the error, the same for each `code`." }),
    status: z.int().min(400).max(599).meta({ description: "The status of the response." }),
    code: z.enum(keysOf(ERRORS)).meta({ description: "Identifies the error." }),
    detail: z.string().meta({ description: "What is wrong with this request and how to correct it." }),
    errors: z
      .array(FieldErrorJson)
      .optional()
      .meta({ description: "Each error of the input; only with `invalid_request`." }),
    request_id: z.string().meta({
      description: "Identifies the request in the service's log, like the header `x-request-id`.",
    }),
  })
  .meta({ id: "Problem", description: "An error (RFC 9457)." });

/** Returns the address of an error's documentation, the `type` of its problem details. */
export function problemType(code: ErrorCode): string {
  return `${new URL(env().authUrl).origin}/docs/errors#${code}`;
}

/** Converts a failure to the status, headers and body of its response. Never includes a stack trace. */
export function toProblem(failure: Failure, requestId: string) {
  const { status, title } = ERRORS[failure.code];
  const problem: z.input<typeof Problem> = {
    success: false,
    type: problemType(failure.code),
    title,
    status,
    code: failure.code,
    detail: failure.detail ?? `${title}.`,
    ...(failure.faults.length > 0 && { errors: failure.faults }),
    request_id: requestId,
  };
  return {
    status,
    headers: { "content-type": "application/problem+json", ...failure.headers },
    body: JSON.stringify(problem),
  };
}
