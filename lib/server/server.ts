import { createServer } from "node:http";
import next from "next";
import { env } from "@/lib/env";
import { addressesBehind, applyTrustedProxy } from "./client-address";
import { exportGate } from "./export-gate";
import { type HttpServer, openHttpServer, type PageHandler } from "./http-server";
import { limitsFor } from "./limits";
import { applySecurityHeaders } from "./security-headers";
import { staticFiles } from "./static-files";

/** Starts Next in this process, without a port of its own. */
async function startNext(given: { dev: boolean; host: string; port: number }): Promise<PageHandler> {
  // Next listens for upgrades on any server it gets to see. This one never opens: the door alone decides.
  const decoy = createServer();
  const app = next({
    dev: given.dev,
    dir: process.cwd(),
    hostname: given.host,
    port: given.port,
    httpServer: decoy,
    // What a page throws is logged by `instrumentation.ts`, in one line instead of Next's stack trace.
    quiet: !given.dev,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const serveFile = given.dev ? undefined : staticFiles(".next/static");
  const limitExports = exportGate();
  return {
    handle: async (incoming, outgoing) => {
      limitExports(incoming, outgoing);
      applyTrustedProxy(incoming, env());
      applySecurityHeaders(incoming, outgoing, { dev: given.dev });
      if (!serveFile?.(incoming, outgoing)) await handle(incoming, outgoing);
    },
    ...(given.dev && {
      upgrade: (incoming, socket, head) => void decoy.emit("upgrade", incoming, socket, head),
    }),
    close: () => app.close(),
  };
}

/**
 * Opens the service: one port, the API under `/v1` straight from its route files, all else by Next, which is ready
 * before the port opens. With `dev`, Next serves the API too, so that an edit shows at once. Port 0 takes any free
 * one. Rejects where the port cannot be had; for `close` see `openPort`.
 */
export async function openServer(given: { dev: boolean; host: string; port: number }): Promise<HttpServer> {
  const pages = await startNext(given);
  const api = given.dev ? undefined : (await import("./routes")).api;
  return openHttpServer({
    host: given.host,
    port: given.port,
    api,
    pages,
    addresses: addressesBehind(env().trustProxy),
    limits: limitsFor(env().bodyLimitBytes, env().bankBodyLimitBytes),
  });
}
