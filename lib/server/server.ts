import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import next from "next";
import { withPageZone } from "@/lib/auth/page-zone";
import { env } from "@/lib/env";
import { applyTrustedProxy, createClientAddresses } from "./connections/client-address";
import { createExportLimiter } from "./connections/export-limiter";
import { createLimits } from "./connections/limits";
import { type HttpServer, openHttpServer, type PageHandler } from "./http-server";
import { applySecurityHeaders } from "./messages/security-headers";
import { createStaticFileHandler } from "./messages/static-files";

/** When the port has been open for this long, the process is known to be ready: what is loaded then delays no start. */
const LOAD_DELAY_MS = 1_000;

/** Starts Next in this process, without its own port. */
async function startNext(given: { dev: boolean; host: string; port: number }): Promise<PageHandler> {
  // Next handles upgrades on the server it is given. This one never listens: the HTTP server decides about upgrades.
  const unopenedServer = createServer();
  const app = next({
    dev: given.dev,
    dir: process.cwd(),
    hostname: given.host,
    port: given.port,
    httpServer: unopenedServer,
    // `instrumentation.ts` logs errors of pages in one line, instead of Next's stack trace.
    quiet: !given.dev,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const serveFile = given.dev ? undefined : createStaticFileHandler(".next/static");
  const limitExports = createExportLimiter();
  return {
    handle: async (incoming, outgoing) => {
      limitExports(incoming, outgoing);
      applyTrustedProxy(incoming, env());
      applySecurityHeaders(incoming, outgoing, { dev: given.dev });
      if (!serveFile?.(incoming, outgoing)) await withPageZone(() => handle(incoming, outgoing));
    },
    ...(given.dev && {
      upgrade: (incoming, socket, head) => void unopenedServer.emit("upgrade", incoming, socket, head),
    }),
    close: () => app.close(),
  };
}

/**
 * Loads the code of the live stream, which Next would do at its first request: when another process stops, all of its streams
 * are opened here at once.
 */
async function loadLiveStream({ handle }: PageHandler): Promise<void> {
  const incoming = new IncomingMessage(new Socket());
  Object.assign(incoming, { method: "OPTIONS", url: "/api/live/none", headers: { host: "localhost" } });
  await handle(incoming, new ServerResponse(incoming));
}

/**
 * Opens the service's HTTP server: `/v1` is served directly from the route files, all other paths by Next, which is
 * ready before the port opens. With `dev`, Next serves the API too, so that edits take effect at once. Port 0 selects
 * a free port. Rejects if it cannot listen on the port; for `close` see `openHttpServer`.
 */
export async function openServer(given: { dev: boolean; host: string; port: number }): Promise<HttpServer> {
  const pages = await startNext(given);
  const api = given.dev ? undefined : (await import("./routes")).api;
  const server = await openHttpServer({
    host: given.host,
    port: given.port,
    api,
    pages,
    addresses: createClientAddresses(env().trustProxy),
    limits: createLimits(env().bodyLimitBytes, env().bankBodyLimitBytes),
  });
  // If it fails, the first stream loads the code.
  if (!given.dev) setTimeout(() => void loadLiveStream(pages).catch(() => undefined), LOAD_DELAY_MS).unref();
  return server;
}
