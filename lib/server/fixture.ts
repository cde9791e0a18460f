import { connect, type Socket } from "node:net";
import type { RouteHandler } from "@/lib/http/serve";
import type { ClientAddresses } from "./connections";
import { openHttpServer, type PageHandler } from "./http-server";
import { type Limits, limitsFor } from "./limits";
import type { Api, Route } from "./router";

/** A handler that answers a text, and with it what it was called for. */
export const answering =
  (name: string, status = 200): RouteHandler =>
  async (request, { params }) =>
    Response.json({ name, method: request.method, params: await params }, { status });

/** A handler that answers only when it is let; `called` resolves once a request has reached it. */
export function gate() {
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

/** An API of these routes whose other answers name themselves. */
export function apiOf(routes: Route[]): Api {
  return {
    routes,
    unknown: answering("unknown", 404),
    refuseMethod: (path, allow) => answering(`refused ${path} ${allow.join(",")}`, 405),
  };
}

/** Pages that answer their path as text. */
export const plainPages: PageHandler = {
  handle: async (incoming, outgoing) => void outgoing.end(`page ${incoming.url}`),
  close: async () => undefined,
};

/** Opens a door on a free port with limits short enough for a test. */
export function openTestServer(
  given: {
    routes?: Route[];
    pages?: Partial<PageHandler>;
    limits?: Partial<Limits>;
    addresses?: ClientAddresses;
  } = {},
) {
  return openHttpServer({
    host: "127.0.0.1",
    port: 0,
    api: apiOf(given.routes ?? []),
    pages: { ...plainPages, ...given.pages },
    ...(given.addresses && { addresses: given.addresses }),
    limits: {
      ...limitsFor(1024 * 1024),
      checkEveryMs: 50,
      lingerMs: 300,
      drainMs: 400,
      ...given.limits,
    },
  });
}

/** A raw connection: what was sent back so far, and the promises of its end and of a text to come. */
export interface Line {
  socket: Socket;
  received(): string;
  closed: Promise<string>;
  until(text: string): Promise<string>;
}

/** Connects to a door and writes bytes as they are. */
export function dial(url: string, ...writes: (string | Buffer)[]): Line {
  return dialWith({ allowHalfOpen: false }, url, ...writes);
}

/** The same; with `allowHalfOpen` the client does not hang up when the door does. */
export function dialWith(
  manner: { allowHalfOpen: boolean },
  url: string,
  ...writes: (string | Buffer)[]
): Line {
  const { hostname, port } = new URL(url);
  const socket = connect({ ...manner, port: Number(port), host: hostname });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  for (const write of writes) socket.write(write);
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => received.includes(text) && resolve(received);
      look();
      socket
        .on("data", look)
        .on("close", () => reject(new Error(`Closed before "${text}" came: ${received}`)));
    });
  return { socket, received: () => received, closed, until };
}
