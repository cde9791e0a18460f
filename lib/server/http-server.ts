import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ErrorCode, Failure } from "@/lib/core/errors/errors";
import { newId } from "@/lib/core/ids";
import { REQUEST_ID } from "@/lib/core/paths";
import { createApiListener } from "./api";
import { type ClientAddresses, Connections } from "./connections/connections";
import type { Limits } from "./connections/limits";
import { limitBody, rejectDeclaredLength, send100Continue } from "./messages/read-body";
import { createTurns } from "./messages/turns";
import { formatRawRefusal, transportHeaders, writeRefusal } from "./messages/write-response";
import { type Api, classifyPath, malformedTarget, parsePath } from "./router";

/** Serves all paths except the API, and the API too if the server has no `api`. */
export interface PageHandler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Takes over a connection that requests a protocol upgrade; without it, upgrade requests are ordinary requests. */
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

export interface HttpServer {
  url: string;
  /** Returns the number of open connections. */
  connectionCount(): number;
  /** From now on closes each connection with its next response, while new ones are still accepted. */
  announceClose(): void;
  close(): Promise<void>;
}

interface ServerOptions {
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

/** Adds the common headers to a page's response; keeps a request id that the page has set. */
function addHeaders(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const requestId = newId("request");
  incoming.headers[REQUEST_ID] = requestId;
  const writeHead = outgoing.writeHead.bind(outgoing);
  Object.assign(outgoing, {
    writeHead: (...args: Parameters<typeof writeHead>) => {
      if (!outgoing.hasHeader(REQUEST_ID)) outgoing.setHeader(REQUEST_ID, requestId);
      outgoing.setHeader("x-content-type-options", "nosniff");
      for (const [name, value] of Object.entries(transportHeaders())) outgoing.setHeader(name, value);
      return writeHead(...args);
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
  rejectDeclaredLength(incoming, bodyLimitBytes);
  limitBody(incoming, bodyLimitBytes);
  addHeaders(incoming, outgoing);
  send100Continue(incoming, outgoing);
  await pages.handle(incoming, outgoing);
}

/** Creates the listener that dispatches requests by path. The API writes its own refusals, so nothing waits for its answer. */
function createListener({ api, pages, limits }: ServerOptions) {
  const serveApi = api && createApiListener(api, limits);
  const nextTurn = createTurns();
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const refuse = async (thrown: unknown) => {
      await nextTurn();
      writeRefusal(incoming, outgoing, thrown, limits.lingerMs);
    };
    try {
      const owner = classifyPath(parsePath(incoming.url ?? ""));
      if (owner === "malformed" || !hasValidHost(incoming)) throw malformedTarget();
      const limitBytes = owner === "api" ? limits.largestBodyLimitBytes : limits.bodyLimitBytes;
      if (owner === "api" && serveApi) void serveApi(incoming, outgoing);
      else servePages(pages, limitBytes, incoming, outgoing).catch(refuse);
    } catch (thrown) {
      void refuse(thrown);
    }
  };
}

/** Whether a request names its host once; HTTP/1.0 need not name it (RFC 9112, section 3.2). */
function hasValidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") count++;
  return count === 1 || (count === 0 && httpVersion === "1.0");
}

const PARSER_ERRORS: Record<string, [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: ["headers_too_large", "The request's headers are too large."],
};
const NOT_HTTP: [ErrorCode, string] = ["invalid_request", "The request is not valid HTTP."];

/** The failure for a client that uses the server as a proxy. */
const notProxy = () =>
  new Failure("method_not_allowed", {
    detail: "The server is not a proxy.",
    headers: { allow: "GET, HEAD, POST, PUT, PATCH, DELETE" },
  });

/**
 * Responds to bytes that the HTTP parser rejected. If an earlier request on the connection still awaits its response,
 * the connection is only closed: the client would take the refusal for that response.
 */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  inFlight: ServerResponse | undefined,
): void {
  const answersAnother = inFlight?.headersSent || inFlight?.req.complete;
  if (error.code === "ECONNRESET" || !socket.writable || answersAnother) {
    socket.destroy();
    return;
  }
  const [code, detail] = PARSER_ERRORS[error.code ?? ""] ?? NOT_HTTP;
  socket.end(formatRawRefusal(new Failure(code, { detail })), () => socket.destroy());
}

/** The failure for a request above the limit of connections; it closes the connection. */
const serverFull = () =>
  new Failure("unavailable", {
    detail: "Too many connections are open. Send the request again in a moment.",
    headers: { "retry-after": "1", connection: "close" },
  });

/** Tracks connections, passes requests to the listener, and closes clients that stall. */
function trackConnections(
  server: Server,
  connections: Connections,
  options: ServerOptions & { isClosing: () => boolean },
): void {
  const listener = createListener(options);
  const { limits } = options;
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const decision = connections.begin(incoming, outgoing);
    if (decision === "cut") {
      incoming.socket.destroy();
      return;
    }
    if (options.isClosing()) outgoing.setHeader("connection", "close");
    if (decision === "refuse") writeRefusal(incoming, outgoing, serverFull(), limits.lingerMs);
    else listener(incoming, outgoing);
  };
  server.on("request", serve).on("checkContinue", serve).on("checkExpectation", serve);
  server.on("connection", (socket: Socket) => connections.admit(socket));
  const sweep = setInterval(() => connections.sweep(), limits.checkIntervalMs).unref();
  server.on("close", () => clearInterval(sweep));
  // No bytes moved for this long: the client does not read its response, or the connection is idle.
  server.setTimeout(limits.stallTimeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.resetAndDestroy();
    else if (!connections.get(socket)?.lastResponse) socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    refuseUnreadable(error, socket, connections.get(socket)?.lastResponse);
  });
  server.on("connect", (_incoming, socket) => {
    socket.on("error", () => undefined);
    socket.end(formatRawRefusal(notProxy()), () => socket.destroy());
  });
}

async function drain(server: Server, connections: Connections, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const endIdle = () => {
    for (const { socket, lastResponse } of connections) if (!lastResponse) socket.destroy();
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
 * Opens the service's only port. Rejects with the system's error if it cannot listen on the port.
 * `close` stops accepting, closes idle connections, waits for requests in flight, destroys remaining connections after
 * `limits.drainMs`, and resolves; a second call waits for the first.
 */
export async function openHttpServer(options: ServerOptions): Promise<HttpServer> {
  const { limits, pages } = options;
  const connections = new Connections(limits, options.addresses ?? DIRECT);
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    requireHostHeader: false,
  });
  let isAnnounced = false;
  trackConnections(server, connections, { ...options, isClosing: () => isAnnounced || !server.listening });
  if (pages.upgrade) {
    const upgrade = pages.upgrade.bind(pages);
    server.on("upgrade", (incoming, socket, head) => {
      incoming.socket.setTimeout(0);
      upgrade(incoming, socket, head);
    });
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, options.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const announceClose = () => {
    isAnnounced = true;
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= drain(server, connections, limits.drainMs).then(() => pages.close());
    return closing;
  };
  return { url: `http://${host}:${port}`, connectionCount: () => connections.size, announceClose, close };
}
