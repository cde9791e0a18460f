import { Failure } from "@/lib/core/errors/errors";
import { authenticateApiKey } from "./request/authenticate";
import { type RouteHandler, serve } from "./serve";

/** Responds to an unknown path: 401 without a key, else 404. */
export const unknownPath: RouteHandler = serve(async (request, _params, _line, exchange) => {
  await authenticateApiKey(request, exchange);
  throw new Failure("not_found", { detail: "There is no such path. Check it against the API's reference." });
});

/** Responds to a method that a path does not support: 401 without a key, else 405 with `Allow`. */
export function methodNotAllowed(allow: readonly string[]): RouteHandler {
  return serve(async (request, _params, _line, exchange) => {
    await authenticateApiKey(request, exchange);
    throw toMethodFailure(allow);
  });
}

/** The same on a path that needs no key. */
export function publicMethodNotAllowed(allow: readonly string[]): RouteHandler {
  return serve(async () => {
    throw toMethodFailure(allow);
  });
}

function toMethodFailure(allow: readonly string[]): Failure {
  return new Failure("method_not_allowed", {
    detail: `Use ${allow.join(" or ")}.`,
    headers: { allow: allow.join(", ") },
  });
}
