import { Failure } from "@/lib/core/errors/errors";
import { CONNECTION_WEBHOOK_PREFIX } from "@/lib/core/paths";
import type { RouteHandler } from "@/lib/http/serve";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** An API path in the notation of its folder (`/v1/sessions/[session_id]`) with the exports of its route file. */
export interface Route {
  path: string;
  handlers: Partial<Record<Method, RouteHandler>>;
}

/** The API: everything that the HTTP server serves without Next. */
export interface Api {
  routes: readonly Route[];
  /** Answers requests for unknown paths. */
  notFound: RouteHandler;
  /** Creates the handler for methods that an existing path does not accept. */
  methodNotAllowed(path: string, allow: readonly string[]): RouteHandler;
}

export interface Match {
  handler: RouteHandler;
  params: Record<string, string>;
}

interface CompiledRoute {
  segments: { text: string; parameter: string | undefined }[];
  handlers: ReadonlyMap<string, RouteHandler>;
  refusal: RouteHandler;
}

function compile(api: Api, { path, handlers }: Route): CompiledRoute {
  const byMethod = new Map<string, RouteHandler>();
  for (const method of METHODS) {
    const handler = handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
    if (handler) byMethod.set(method, handler);
  }
  const segments = path.split("/").map((text) => ({ text, parameter: /^\[(\w+)\]$/.exec(text)?.[1] }));
  return { segments, handlers: byMethod, refusal: api.methodNotAllowed(path, [...byMethod.keys()]) };
}

/** Decodes a path segment; undefined if it is empty, a dot segment, or malformed. */
function decodeSegment(raw: string): string | undefined {
  if (raw === "") return undefined;
  if (!raw.includes("%")) return raw === "." || raw === ".." ? undefined : raw;
  try {
    const value = decodeURIComponent(raw);
    return /[/\\\0]/.test(value) || value === "." || value === ".." ? undefined : value;
  } catch {
    return undefined;
  }
}

function parseParams(route: CompiledRoute, segments: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, { text, parameter }] of route.segments.entries()) {
    const raw = segments[index] ?? "";
    if (parameter === undefined) {
      if (raw !== text) return undefined;
      continue;
    }
    const value = decodeSegment(raw);
    if (value === undefined) return undefined;
    params[parameter] = value;
  }
  return params;
}

/**
 * Creates the function that finds the handler of a method and path. Paths match exactly: a trailing or doubled slash,
 * a dot segment or an invalid escape makes a path unknown and is never redirected. `HEAD` is served by `GET`.
 */
export function createMatcher(api: Api): (method: string, path: string) => Match {
  const compiled = api.routes.map((route) => compile(api, route));
  const parameterCount = ({ segments }: CompiledRoute) =>
    segments.filter(({ parameter }) => parameter !== undefined).length;
  const fixed = new Map(
    compiled
      .filter((route) => parameterCount(route) === 0)
      .map((route) => [route.segments.map(({ text }) => text).join("/"), route]),
  );
  // Literal segments take precedence over parameters, so routes with fewer parameters come first.
  const open = compiled
    .filter((route) => parameterCount(route) > 0)
    .sort((a, b) => parameterCount(a) - parameterCount(b));
  const choose = (route: CompiledRoute, method: string, params: Record<string, string>): Match => ({
    handler: route.handlers.get(method) ?? route.refusal,
    params,
  });

  return (method, path) => {
    const exact = fixed.get(path);
    if (exact) return choose(exact, method, {});
    const segments = path.split("/");
    for (const route of open) {
      if (route.segments.length !== segments.length) continue;
      const params = parseParams(route, segments);
      if (params) return choose(route, method, params);
    }
    return { handler: api.notFound, params: {} };
  };
}

/** Returns the raw path of a request's target (RFC 9112 §3.2), in origin or absolute form, without the query. */
export function parsePath(target: string): string {
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0;
  const query = target.indexOf("?", origin);
  return target.slice(origin, query === -1 ? undefined : query) || "/";
}

/** Whether the HTTP server serves a path itself: `/v1`, and the bank webhooks of organisations' connections. */
const isApiPath = (path: string) =>
  path === "/v1" || path.startsWith("/v1/") || path.startsWith(CONNECTION_WEBHOOK_PREFIX);

const NEEDS_NORMALISATION = /%|\\|\/[./]/;

/**
 * Classifies a path as the API's, the pages' or malformed. A path that becomes an API path only after normalisation
 * counts as the API's, which answers 404: it must not reach these routes through Next.
 */
export function classifyPath(path: string): "api" | "pages" | "malformed" {
  if (isApiPath(path)) return "api";
  if (!path.startsWith("/")) return "malformed";
  if (!NEEDS_NORMALISATION.test(path)) return "pages";
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return "malformed";
  }
  if (decoded.includes("\0")) return "malformed";
  const base = "http://localhost";
  const { pathname } = new URL(decoded.replaceAll(/[\\/]+/g, "/").replaceAll(/[?#]/g, "_"), base);
  return isApiPath(pathname) ? "api" : "pages";
}

/** The failure for a request whose target or Host header is malformed. */
export const malformedTarget = () =>
  new Failure("invalid_request", { detail: "The request's target or its Host header is malformed." });
