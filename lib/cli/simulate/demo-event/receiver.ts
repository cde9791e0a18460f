import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random";

/** How long a ticketing platform of the story takes to answer, and by how much that varies. */
const ANSWER_MS = 170;
const SPREAD_MS = 42;
const WAIT_MS = 200;

/** The platform that the event's payments are sent to, on this machine. */
export interface StoryReceiver {
  url: string;
  /** Resolves once so many different events were taken, or the time is over; answers how many were. */
  taken(count: number, withinMs: number): Promise<number>;
  close(): void;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Starts the platform. It is away for the first try of these payers' events, and takes all others. */
export async function startReceiver(random: Random, stumblesOver: readonly string[]): Promise<StoryReceiver> {
  const seen = new Set<string>();
  const refused = new Set<string>();
  const server = createServer(async (incoming, outgoing) => {
    const id = String(incoming.headers["webhook-id"]);
    const body = await bodyOf(incoming);
    await sleep(ANSWER_MS + random.whole(SPREAD_MS));
    const stumbles = !refused.has(id) && stumblesOver.some((payer) => body.includes(payer.toUpperCase()));
    if (stumbles) refused.add(id);
    else seen.add(id);
    outgoing.writeHead(stumbles ? 503 : 200, { "content-type": "application/json" });
    outgoing.end(stumbles ? '{"error":"deploying"}' : '{"received":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/takings`,
    taken: async (count, withinMs) => {
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
