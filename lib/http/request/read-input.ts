import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import { env } from "@/lib/env";
import type { AnyEndpoint } from "../endpoint";
import { parseJson, readBody, requireJson } from "./body";
import { parseInput, readQuery } from "./validation";

/**
 * Reads and parses an endpoint's input. Throws a `Failure` for an invalid query or body, and after these `not_found`
 * for a malformed id in the path.
 */
export async function readInput(
  endpoint: AnyEndpoint,
  request: Request,
  params: Record<string, string | string[]>,
) {
  const parsedParams = endpoint.params.safeParse(params);
  const query = endpoint.query
    ? parseInput(endpoint.query, readQuery(new URL(request.url), Object.keys(endpoint.query.shape)), "query")
    : undefined;
  const body: unknown = endpoint.body && (await readJson(request, endpoint.body));
  if (!parsedParams.success) throw notFound(endpoint.name.split(" ").at(-1) ?? "resource");
  return { params: parsedParams.data, query, body };
}

/** Reads and parses a JSON body. Throws a `Failure` for another media type, malformed JSON and invalid members. */
export async function readJson<Body extends z.ZodType>(
  request: Request,
  body: Body,
): Promise<z.output<Body>> {
  requireJson(request);
  return parseInput(body, parseJson(await readBody(request, () => env().bodyLimitBytes)), "body");
}
