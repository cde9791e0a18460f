import { BANK_PATH } from "../setup";
import { type Running, startFloor, startTakings } from "./start";

/** A server that two cells compare. */
export interface ComparedServer {
  name: "ours" | "bare";
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
