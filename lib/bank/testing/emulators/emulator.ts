import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as an emulated bank received it. */
export interface EmulatedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  /** The values of the `:name` segments of the route's path, decoded. */
  params: Record<string, string>;
}

/** The answer of an emulated bank. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Endpoints by `METHOD /path/:param`. */
export type Routes = Record<string, (request: EmulatedRequest) => Reply>;

/**
 * What goes wrong with a request: `dead` the connection breaks before anything happens, `lost` it breaks after the effect,
 * `half` half of the answer arrives after the effect, `slow` the answer is late, `error` 500 and `rate_limited` 429
 * without an effect; or an answer instead of the bank's own, without an effect.
 */
export type Fault = "dead" | "lost" | "half" | "slow" | "error" | "rate_limited" | Reply;

/** A running emulator of a bank's API. */
export interface Emulator {
  baseUrl: string;
  /** The requests in the order of arrival. */
  requests: EmulatedRequest[];
  /** Counts the requests to a route, such as `POST /customer`. */
  count(route: string): number;
  /** Applies a fault to the next `times` requests of a route, default 1. */
  fail(route: string, fault: Fault, times?: number): void;
  /** Delays every answer from now on, or those of one route, in milliseconds. */
  delay(ms: number, route?: string): void;
  /** Sets whether every connection is closed before its request is processed. */
  setDead(isDead: boolean): void;
  /** Stops the server and breaks its open connections. */
  close(): Promise<void>;
}

/** The delay of a slow answer, in milliseconds. A test that needs a timeout sets a shorter one. */
const SLOW_MS = 400;

interface EmulatorOptions {
  /** Answers a request without valid credentials; `undefined` if they are valid. */
  authenticate?: (request: EmulatedRequest) => Reply | undefined;
  notFound: Reply;
  port?: number;
}

/** Starts an HTTP server on 127.0.0.1 that answers by `routes`, with the faults that a test switches on. */
export async function startEmulator(routes: Routes, options: EmulatorOptions): Promise<Emulator> {
  const requests: EmulatedRequest[] = [];
  const served: string[] = [];
  const faults: { route: string; fault: Fault }[] = [];
  const compiled = Object.keys(routes).map(compileRoute);
  let latency: { ms: number; route?: string | undefined } = { ms: 0 };
  let isDead = false;

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isDead) return outgoing.destroy();
    const { request, route } = await readRequest(incoming, compiled);
    requests.push(request);
    served.push(route);
    const at = faults.findIndex((one) => one.route === route);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === "dead") return outgoing.destroy();
    const reply = replyTo(request, fault, routes[route], options);
    const isDelayed = latency.ms > 0 && (latency.route ?? route) === route;
    if (isDelayed) await new Promise((resolve) => setTimeout(resolve, latency.ms));
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    if (fault === "lost") return outgoing.destroy();
    const text = JSON.stringify(reply.body);
    outgoing.writeHead(reply.status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      ...reply.headers,
    });
    if (fault === "half") return outgoing.write(text.slice(0, text.length / 2), () => outgoing.destroy());
    return outgoing.end(text);
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    count: (route) => served.filter((one) => one === route).length,
    fail: (route, fault, times = 1) => {
      if (!(route in routes)) throw new Error(`There is no route ${route}`);
      for (let nth = 0; nth < times; nth++) faults.push({ route, fault });
    },
    delay: (ms, route) => {
      latency = { ms, route };
    },
    setDead: (now) => {
      isDead = now;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function replyTo(
  request: EmulatedRequest,
  fault: Fault | undefined,
  handler: Routes[string] | undefined,
  { authenticate, notFound }: EmulatorOptions,
): Reply {
  if (typeof fault === "object") return fault;
  if (fault === "error") return { status: 500, body: { message: "Internal error" } };
  if (fault === "rate_limited")
    return { status: 429, body: { message: "Too many requests" }, headers: { "retry-after": "7" } };
  return authenticate?.(request) ?? handler?.(request) ?? notFound;
}

interface CompiledRoute {
  route: string;
  method: string;
  segments: string[];
}

function compileRoute(route: string): CompiledRoute {
  const [method = "", path = ""] = route.split(" ");
  return { route, method, segments: path.split("/") };
}

async function readRequest(incoming: IncomingMessage, routes: CompiledRoute[]) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://bank");
  const method = incoming.method ?? "";
  const segments = pathname.split("/").map(decodeURIComponent);
  // A route without a parameter at a segment precedes one with it.
  const found = routes
    .filter((one) => one.method === method && matches(one.segments, segments))
    .sort((a, b) => a.route.split(":").length - b.route.split(":").length)[0];
  const names = found?.segments ?? [];
  const params = names.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), segments[at]]] : []));
  const request: EmulatedRequest = {
    method,
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: parseRequestBody(text, incoming.headers["content-type"] ?? ""),
    params: Object.fromEntries(params),
  };
  return { request, route: found?.route ?? "" };
}

function parseRequestBody(text: string, contentType: string): Record<string, unknown> {
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  return text === "" ? {} : JSON.parse(text);
}

const matches = (pattern: string[], segments: string[]) =>
  pattern.length === segments.length &&
  pattern.every((name, at) => name.startsWith(":") || name === segments[at]);

/** Lists the members of a body that an endpoint does not document. */
export function unknownMembers(body: Record<string, unknown>, documented: readonly string[]): string[] {
  return Object.keys(body).filter((member) => !documented.includes(member));
}

/** Lists the required members that a body lacks. */
export function missingMembers(body: Record<string, unknown>, required: readonly string[]): string[] {
  return required.filter((member) => body[member] === undefined || body[member] === "");
}
