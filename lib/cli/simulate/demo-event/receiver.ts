import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random";

/** Response time of the story's ticketing platform, and its variation. */
const ANSWER_MS = 170;
const SPREAD_MS = 42;
const WAIT_MS = 200;

/** The local platform that receives the event's webhooks. */
export interface StoryReceiver {
  url: string;
  /** Resolves when this many different events were accepted or the time is over; returns how many were. */
  waitForAccepted(count: number, withinMs: number): Promise<number>;
  close(): void;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Starts the platform. It fails the first attempt of these payers' events, and accepts all others. */
export async function startReceiver(random: Random, failFirstFor: readonly string[]): Promise<StoryReceiver> {
  const seen = new Set<string>();
  const refused = new Set<string>();
  const server = createServer(async (incoming, outgoing) => {
    const id = String(incoming.headers["webhook-id"]);
    const body = await bodyOf(incoming);
    await sleep(ANSWER_MS + random.whole(SPREAD_MS));
    const failsNow = !refused.has(id) && failFirstFor.some((payer) => body.includes(payer.toUpperCase()));
    if (failsNow) refused.add(id);
    else seen.add(id);
    outgoing.writeHead(failsNow ? 503 : 200, { "content-type": "application/json" });
    outgoing.end(failsNow ? '{"error":"deploying"}' : '{"received":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/takings`,
    waitForAccepted: async (count, withinMs) => {
      const deadline = performance.now() + withinMs;
      while (seen.size < count && performance.now() < deadline) await sleep(WAIT_MS);
      return seen.size;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
