import { createServer, type Socket } from "node:net";
import { afterTest } from "@/lib/testing/after-test";

/** The behaviour of a misbehaving receiver after the head of a request. */
export type Behaviour = (socket: Socket, number: number) => void;

/** Starts a local receiver that writes raw bytes and is closed after the test. */
export async function startRawReceiver(behave: Behaviour) {
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    socket.on("data", (chunk) => {
      if (chunk.includes("POST ")) behave(socket, ++requests);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  afterTest(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return { port, connections: () => connections, requests: () => requests, stillOpen: () => sockets.size };
}

/** Sends the same bytes repeatedly as fast as the client reads, until the connection closes. */
export function flood(socket: Socket, bytes: Buffer | string): void {
  const pump = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", pump);
  pump();
}

/** Sends one byte every 20 ms until the connection closes. */
export function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.on("close", () => clearInterval(timer));
}
