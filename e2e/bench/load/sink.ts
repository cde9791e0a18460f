import { createServer, type Socket } from "node:net";

const ANSWER = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");

/** A platform that accepts every event at almost no cost. */
export interface Sink {
  url: string;
  close(): Promise<void>;
}

/** Answers each complete request with 200. It parses only the length of a request. */
export async function startSink(): Promise<Sink> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let text = "";
    socket.setEncoding("latin1");
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk: string) => {
      text += chunk;
      for (let end = endOf(text); end > 0 && end <= text.length; end = endOf(text)) {
        text = text.slice(end);
        socket.write(ANSWER);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/events`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns where the first request in a text ends, 0 if it is incomplete. */
function endOf(text: string): number {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return 0;
  return headEnd + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
}
