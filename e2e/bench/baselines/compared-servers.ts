import { BANK_PATH } from "../setup";
import { type Running, startFloor, startTakings } from "./start";

/** A server that two cells compare. */
export interface ComparedServer {
  name: "ours" | "bare" | "lean";
  what: string;
  path: string;
  start: () => Promise<Running>;
}

/** The product. */
export const PRODUCT: ComparedServer = {
  name: "ours",
  what: "**Takings**",
  path: BANK_PATH,
  start: startTakings,
};

/** A bare `node:http` server that runs the same recording statement. */
export const BARE_SERVER: ComparedServer = {
  name: "bare",
  what: "bare `node:http`, the same batched statement",
  path: "/",
  start: () => startFloor("together"),
};

/** A bare `node:http` server that runs a leaner recording statement, in tables of its own. */
export const LEAN_SERVER: ComparedServer = {
  name: "lean",
  what: "bare `node:http`, a leaner batched statement",
  path: "/",
  start: () => startFloor("lean"),
};

/** Runs a server for the duration of `work`. */
export async function withServer<T>(
  start: () => Promise<Running>,
  work: (server: Running) => Promise<T>,
): Promise<T> {
  const server = await start();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
