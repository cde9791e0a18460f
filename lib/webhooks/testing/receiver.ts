import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterTest } from "@/lib/testing/after-test";
import { signEvent } from "../attempts/sign";

/** A request as it arrived at a receiver. */
export interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: Buffer;
  at: number;
}

/** Writes a receiver's response; `number` counts its requests from 1. */
export type Answer = (response: ServerResponse, number: number, received: Received) => void;

/** Starts a local receiver of events that is closed after the test. By default it answers 200. */
export async function startReceiver(answer: Answer = (response) => response.end("ok")) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks), at: Date.now() };
    received.push(one);
    answer(response, received.length, one);
  });
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { received, port, url: `http://127.0.0.1:${port}/hook`, server };
}

/** Whether a received event carries the signature of each of these secrets, in this order, and no other. */
export function isSignedBy(received: Received, secrets: string[]): boolean {
  const at = new Date(Number(received.headers["webhook-timestamp"]) * 1000);
  const expected = signEvent(String(received.headers["webhook-id"]), received.body.toString(), secrets, at);
  return received.headers["webhook-signature"] === expected["webhook-signature"];
}
