import { BANK } from "../setup";
import { type Running, startFloor, startTakings } from "./start";

/** A server that two cells compare. */
export interface Side {
  name: "ours" | "bare";
  what: string;
  path: string;
  start: () => Promise<Running>;
}

/** The product. */
export const OURS: Side = { name: "ours", what: "**Takings**", path: BANK, start: startTakings };

/** A server of `node:http` alone that runs the same recording statement. */
export const BARE: Side = {
  name: "bare",
  what: "bare `node:http`, the same batched statement",
  path: "/",
  start: () => startFloor("together"),
};

/** Runs a server for as long as it takes to work with it. */
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
