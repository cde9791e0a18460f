import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Failure } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { REQUEST_ID } from "@/lib/core/paths";
import { apiListener } from "./api";
import { type ClientAddresses, Connections } from "./connections";
import type { Limits } from "./limits";
import { capBody, refuseAnnounced, send100Continue } from "./read-body";
import { type Api, classifyPath, pathOf } from "./router";
import { rawRefusal, refuse, transportHeaders } from "./write-response";

/** Serves everything but the API, and the API too where the door is given none. */
export interface PageHandler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Takes over a connection that asks for another protocol; without it such a request is an ordinary one. */
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export interface HttpServer {
  url: string;
  /** How many connections are open. */
  connectionCount(): number;
  close(): Promise<void>;
}

interface Opening {
  host: string;
  port: number;
  api: Api | undefined;
  pages: PageHandler;
  limits: Limits;
  /** Absent: clients connect directly. */
  addresses?: ClientAddresses;
}

const DIRECT: ClientAddresses = {
  isProxy: () => false,
  of: ({ socket }) => socket.remoteAddress ?? "",
};

/** Sees to it that the pages' answers carry these headers too; a request id that a page set itself stays. */
function addHeaders(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const requestId = newId("request");
  incoming.headers[REQUEST_ID] = requestId;
  const writeHead = outgoing.writeHead.bind(outgoing);
  Object.assign(outgoing, {
    writeHead: (...given: Parameters<typeof writeHead>) => {
      if (!outgoing.hasHeader(REQUEST_ID)) outgoing.setHeader(REQUEST_ID, requestId);
      outgoing.setHeader("x-content-type-options", "nosniff");
      for (const [name, value] of Object.entries(transportHeaders())) outgoing.setHeader(name, value);
      return writeHead(...given);
    },
  });
}

async function servePages(
  pages: PageHandler,
  bodyLimitBytes: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  if (incoming.method === "TRACE" || incoming.method === "TRACK") {
    throw new Failure("method_not_allowed", {
      headers: { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
    });
  }
  refuseAnnounced(incoming, bodyLimitBytes);
  capBody(incoming, bodyLimitBytes);
  addHeaders(incoming, outgoing);
  send100Continue(incoming, outgoing);
  await pages.handle(incoming, outgoing);
}

/** Sends each request to whom its path belongs. Resolves when it is answered; never rejects. */
function createListener({ api, pages, limits }: Opening) {
  const serveApi = api && apiListener(api, limits);
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const owner = classifyPath(pathOf(incoming.url ?? ""));
      if (owner === "malformed" || (incoming.httpVersion === "1.1" && incoming.headers.host === undefined)) {
        throw new Failure("invalid_request", {
          detail: "The request's target or its Host header is malformed.",
        });
      }
      if (owner === "api" && serveApi) return await serveApi(incoming, outgoing);
      const limitBytes = owner === "api" ? limits.largestBodyLimitBytes : limits.bodyLimitBytes;
      await servePages(pages, limitBytes, incoming, outgoing);
    } catch (thrown) {
      await refuse(incoming, outgoing, thrown, limits.lingerMs);
    }
  };
}

const UNREADABLE: Record<string, Parameters<typeof rawRefusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: [431, "The request's headers are too large."],
};

/**
 * Answers what the parser could not read. It must not be taken for the answer to an earlier request, nor stand in
 * the middle of one: then the connection is only cut.
 */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  underWay: ServerResponse | undefined,
): void {
  const answersAnother = underWay?.headersSent || underWay?.req.complete;
  if (error.code === "ECONNRESET" || !socket.writable || answersAnother) {
    socket.destroy();
    return;
  }
  const [status, detail] = UNREADABLE[error.code ?? ""] ?? [400, "What was sent is not HTTP."];
  socket.end(rawRefusal(status, detail), () => socket.destroy());
}

/** Refuses a request for which there is no place, and closes its connection. */
const noPlace = () =>
  new Failure("unavailable", {
    detail: "Too many connections are open. Send the request again in a moment.",
    headers: { "retry-after": "1", connection: "close" },
  });

/** Follows each connection, hands each request to the listener, and cuts a client that stalls. */
function trackConnections(server: Server, connections: Connections, opening: Opening): void {
  const listener = createListener(opening);
  const { limits } = opening;
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const verdict = connections.begin(incoming, outgoing);
    if (verdict === "cut") {
      incoming.socket.destroy();
      return;
    }
    if (!server.listening) outgoing.setHeader("connection", "close");
    if (verdict === "refuse") void refuse(incoming, outgoing, noPlace(), limits.lingerMs);
    else void listener(incoming, outgoing);
  };
  server.on("request", serve).on("checkContinue", serve).on("checkExpectation", serve);
  server.on("connection", (socket: Socket) => connections.admit(socket));
  const sweep = setInterval(() => connections.sweep(), limits.checkEveryMs).unref();
  server.on("close", () => clearInterval(sweep));
  // A connection on which nothing moved for so long: a client does not take what waits for it, or has rested enough.
  server.setTimeout(limits.stallTimeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (!connections.get(socket)?.last) socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    refuseUnreadable(error, socket, connections.get(socket)?.last);
  });
  server.on("connect", (_incoming, socket) => {
    socket.on("error", () => undefined);
    socket.end(rawRefusal(405, "This is no proxy."), () => socket.destroy());
  });
}

async function drain(server: Server, connections: Connections, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const endIdle = () => {
    for (const { socket, last } of connections) if (!last) socket.destroy();
  };
  endIdle();
  const sweep = setInterval(endIdle, 50);
  const deadline = setTimeout(() => {
    for (const { socket } of connections) socket.destroy();
  }, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/**
 * Opens the one port of the service. Rejects with the system's error where the port cannot be had.
 * `close` stops accepting, ends connections at rest, waits for requests in flight, cuts what is left after
 * `limits.drainMs`, and resolves; a second call waits for the first.
 */
export async function openHttpServer(opening: Opening): Promise<HttpServer> {
  const { limits, pages } = opening;
  const connections = new Connections(limits, opening.addresses ?? DIRECT);
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    requireHostHeader: false,
  });
  trackConnections(server, connections, opening);
  if (pages.upgrade) {
    const upgrade = pages.upgrade.bind(pages);
    server.on("upgrade", (incoming, socket, head) => {
      incoming.socket.setTimeout(0);
      upgrade(incoming, socket, head);
    });
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(opening.port, opening.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const host = opening.host.includes(":") ? `[${opening.host}]` : opening.host;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= drain(server, connections, limits.drainMs).then(() => pages.close());
    return closing;
  };
  return { url: `http://${host}:${port}`, connectionCount: () => connections.size, close };
}
