import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Random, randomFrom } from "@/lib/cli/simulate/random";
import type { Inbox, Receipt } from "./inbox";
import { findUnusedPort } from "./system/processes";

/** The behaviour of the platforms' webhook endpoints, which can be changed while they run. */
interface ReceiverBehaviour {
  /** The delay of each response in milliseconds. */
  delayMs: number;
  /** Whether the last endpoint sometimes refuses, hangs or closes the connection. */
  isFlaky: boolean;
  /** Whether all of them answer 500. */
  isBroken: boolean;
}

/** The platforms' webhook endpoints on this machine. */
export interface Receivers {
  urls: string[];
  behaviour: ReceiverBehaviour;
  close(): Promise<void>;
}

const COUNT = 4;
const FLAKY = COUNT - 1;
/** Percentages of the flaky endpoint's responses. */
const REFUSED = 20;
const HUNG_UP = 3;
const NEVER = 3;
const SPREAD_MS = 30;

/** Starts four webhook endpoints that record all requests in one inbox. */
export async function startReceivers(inbox: Inbox, seed: number): Promise<Receivers> {
  const behaviour: ReceiverBehaviour = { delayMs: 0, isFlaky: true, isBroken: false };
  const random = randomFrom(seed);
  const servers = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const server = createServer((incoming, outgoing) => {
        incoming.on("error", () => undefined);
        outgoing.on("error", () => undefined);
        void receive(incoming)
          .then((body) => inbox.take({ headers: incoming.headers, body }))
          .then((receipt) =>
            answer(outgoing, receipt, {
              inbox,
              behaviour,
              random,
              isFlaky: index === FLAKY && behaviour.isFlaky,
            }),
          )
          // A sender that was killed while sending.
          .catch(() => outgoing.destroy());
      });
      const port = await findUnusedPort();
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, "127.0.0.1", resolve);
      });
      return { server, url: `http://127.0.0.1:${port}/events` };
    }),
  );
  return {
    urls: servers.map(({ url }) => url),
    behaviour,
    close: async () => {
      for (const { server } of servers) server.closeAllConnections();
      await Promise.all(servers.map(({ server }) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function receive(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

interface Answering {
  inbox: Inbox;
  behaviour: ReceiverBehaviour;
  random: Random;
  isFlaky: boolean;
}

async function answer(outgoing: ServerResponse, receipt: Receipt, answering: Answering): Promise<void> {
  const { inbox, behaviour, random, isFlaky } = answering;
  const chance = random.whole(100);
  if (isFlaky && chance < NEVER) return;
  await sleep(behaviour.delayMs + random.whole(SPREAD_MS));
  if (isFlaky && chance < NEVER + HUNG_UP) return void outgoing.destroy();
  if (behaviour.isBroken || (isFlaky && chance < NEVER + HUNG_UP + REFUSED)) {
    return void outgoing.writeHead(500).end("not now");
  }
  if (outgoing.destroyed) return;
  inbox.accept(receipt);
  outgoing.writeHead(200).end("ok");
}
