import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received webhook request with its body's bytes. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Responds to one request; `number` counts from 1. If it does not respond, the sender waits. */
type Responder = (response: ServerResponse, received: ReceivedRequest, number: number) => void;

/** A platform's webhook endpoint on this machine. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Sets how the following requests are answered, in place of 200. */
  answerWith(answering: Responder): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let answering: Responder = (response) => response.end("ok");
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
