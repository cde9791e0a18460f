import type { RouteHandler } from "@/lib/http/serve";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** A path of the API as its folder spells it (`/v1/sessions/[session_id]`) with what its route file exports. */
export interface Route {
  path: string;
  handlers: Partial<Record<Method, RouteHandler>>;
}

/** Everything that the door serves without Next. */
export interface Api {
  routes: readonly Route[];
  /** Answers whatever is no path of the API. */
  unknown: RouteHandler;
  /** Makes the answer to a method that a known path does not take. */
  refuseMethod(path: string, allow: readonly string[]): RouteHandler;
}

export interface Match {
  handler: RouteHandler;
  params: Record<string, string>;
}

interface Compiled {
  segments: { text: string; parameter: string | undefined }[];
  handlers: ReadonlyMap<string, RouteHandler>;
  refusal: RouteHandler;
}

function compile(api: Api, { path, handlers }: Route): Compiled {
  const byMethod = new Map<string, RouteHandler>();
  for (const method of METHODS) {
    const handler = handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
    if (handler) byMethod.set(method, handler);
  }
  const segments = path.split("/").map((text) => ({ text, parameter: /^\[(\w+)\]$/.exec(text)?.[1] }));
  return { segments, handlers: byMethod, refusal: api.refuseMethod(path, [...byMethod.keys()]) };
}

/** The value of a segment, or undefined where it cannot be one: empty, a dot segment, or not cleanly encoded. */
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

function readParams(route: Compiled, segments: string[]): Record<string, string> | undefined {
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
 * Makes the function that finds who answers a method on a path. A path matches exactly or not at all: a trailing or
 * doubled slash, a dot segment or a broken escape is an unknown path, never a redirect. `HEAD` is served by `GET`.
 */
export function createMatcher(api: Api): (method: string, path: string) => Match {
  const compiled = api.routes.map((route) => compile(api, route));
  const parameterCount = ({ segments }: Compiled) =>
    segments.filter(({ parameter }) => parameter !== undefined).length;
  const fixed = new Map(
    compiled
      .filter((route) => parameterCount(route) === 0)
      .map((route) => [route.segments.map(({ text }) => text).join("/"), route]),
  );
  // What is spelt out wins over a parameter, so the routes with fewer of them are tried first.
  const open = compiled
    .filter((route) => parameterCount(route) > 0)
    .sort((a, b) => parameterCount(a) - parameterCount(b));
  const choose = (route: Compiled, method: string, params: Record<string, string>): Match => ({
    handler: route.handlers.get(method) ?? route.refusal,
    params,
  });

  return (method, path) => {
    const exact = fixed.get(path);
    if (exact) return choose(exact, method, {});
    const segments = path.split("/");
    for (const route of open) {
      if (route.segments.length !== segments.length) continue;
      const params = readParams(route, segments);
      if (params) return choose(route, method, params);
    }
    return { handler: api.unknown, params: {} };
  };
}

/** The path of a request's target (RFC 9112 §3.2), in origin or absolute form, as it came and without its query. */
export function pathOf(target: string): string {
  const origin = /^https?:\/\/[^/?]*/i.exec(target)?.[0].length ?? 0;
  const query = target.indexOf("?", origin);
  return target.slice(origin, query === -1 ? undefined : query) || "/";
}

const UNCLEAN = /%|\\|\/[./]/;

/**
 * Tells whose a path is: the API's, the pages', or nobody's because it is malformed. A path that would only be the
 * API's once it is tidied up is the API's too, which knows it not: it must not reach `/v1` by way of Next.
 */
export function classifyPath(path: string): "api" | "pages" | "malformed" {
  if (path === "/v1" || path.startsWith("/v1/")) return "api";
  if (!path.startsWith("/")) return "malformed";
  if (!UNCLEAN.test(path)) return "pages";
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return "malformed";
  }
  if (decoded.includes("\0")) return "malformed";
  const tidied = new URL(decoded.replaceAll(/[\\/]+/g, "/").replaceAll(/[?#]/g, "_"), "http://door").pathname;
  return tidied === "/v1" || tidied.startsWith("/v1/") ? "api" : "pages";
}
