import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One event as it arrived, byte for byte. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Answers one request; `number` counts from 1. Answering nothing keeps the sender waiting. */
export type Answering = (response: ServerResponse, received: Received, number: number) => void;

/** A platform's endpoint for events, on this machine. */
export interface Receiver {
  url: string;
  received: Received[];
  /** From now on answers so, in place of 200. */
  answerWith(answering: Answering): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answering: Answering = (response) => response.end("ok");
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks) };
    answering(response, one, received.push(one));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    answerWith: (next) => {
      answering = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
