import { connect, type Socket } from "node:net";
import type { RouteHandler } from "@/lib/http/serve";
import type { ClientAddresses } from "./connections/connections";
import { createLimits, type Limits } from "./connections/limits";
import { openHttpServer, type PageHandler } from "./http-server";
import type { Api, Route } from "./router";

/** Creates a handler that responds with this name, its method and its parameters. */
export const respondWith =
  (name: string, status = 200): RouteHandler =>
  async (request, { params }) =>
    Response.json({ name, method: request.method, params: await params }, { status });

/** Creates a handler that responds after `open()`; `called` resolves when a request has reached it. */
export function createGate() {
  let arrive = () => {};
  let open = () => {};
  const called = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handler: RouteHandler = async () => {
    arrive();
    await opened;
    return new Response("let through");
  };
  return { handler, called, open: () => open() };
}

/** Creates an API of these routes whose refusals respond with their own names. */
export function createApi(routes: Route[]): Api {
  return {
    routes,
    notFound: respondWith("unknown", 404),
    methodNotAllowed: (path, allow) => respondWith(`refused ${path} ${allow.join(",")}`, 405),
  };
}

/** Pages that respond with their path as text. */
export const plainPages: PageHandler = {
  handle: async (incoming, outgoing) => void outgoing.end(`page ${incoming.url}`),
  close: async () => undefined,
};

/** Opens a server on a free port with limits short enough for a test. */
export function openTestServer(
  options: {
    routes?: Route[];
    pages?: Partial<PageHandler>;
    limits?: Partial<Limits>;
    addresses?: ClientAddresses;
  } = {},
) {
  return openHttpServer({
    host: "127.0.0.1",
    port: 0,
    api: createApi(options.routes ?? []),
    pages: { ...plainPages, ...options.pages },
    ...(options.addresses && { addresses: options.addresses }),
    limits: {
      ...createLimits(1024 * 1024),
      checkIntervalMs: 50,
      lingerMs: 300,
      drainMs: 400,
      ...options.limits,
    },
  });
}

/** A raw connection: the bytes received so far, and promises for its end and for an expected text. */
export interface RawConnection {
  socket: Socket;
  received(): string;
  closed: Promise<string>;
  until(text: string): Promise<string>;
}

/** Connects to a server and writes raw bytes. */
export function dial(url: string, ...writes: (string | Buffer)[]): RawConnection {
  return dialWith({ allowHalfOpen: false }, url, ...writes);
}

/** Like `dial`; with `allowHalfOpen`, the client keeps its half open when the server closes. */
export function dialWith(
  options: { allowHalfOpen: boolean },
  url: string,
  ...writes: (string | Buffer)[]
): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ ...options, port: Number(port), host: hostname });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  for (const write of writes) socket.write(write);
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => received.includes(text) && resolve(received);
      check();
      socket
        .on("data", check)
        .on("close", () => reject(new Error(`Closed before "${text}" came: ${received}`)));
    });
  return { socket, received: () => received, closed, until };
}
