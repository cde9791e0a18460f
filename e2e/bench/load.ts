import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";

/** What a load cell is asked to do: as many requests as fit, one at a time on each connection. */
export interface Load {
  port: number;
  path: string;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** Makes the next request's headers and body; each is new, as a bank's notices are. */
  nextRequest: () => { headers: Record<string, string>; body: string };
}

/** What came of it. */
export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Every 2xx since the first request, warm-up included: what must be found stored. */
  accepted: number;
  refused: number;
}

class Tally {
  readonly latenciesMs: number[] = [];
  accepted = 0;
  refused = 0;
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Loads a server over plain sockets, with no HTTP library in between, so that both cores are left to the server and
 * its database as far as can be.
 */
export async function load(cell: Load): Promise<Measured> {
  const tally = new Tally();
  const startedAt = performance.now();
  const countFrom = startedAt + cell.warmUpMs;
  const endAt = countFrom + cell.measureMs;
  await Promise.all(
    Array.from({ length: cell.connections }, () => runConnection(cell, tally, countFrom, endAt)),
  );
  const sorted = tally.latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: (sorted.length / cell.measureMs) * 1000,
    p50Ms: at(sorted, 0.5),
    p99Ms: at(sorted, 0.99),
    accepted: tally.accepted,
    refused: tally.refused,
  };
}

function write(socket: Socket, { path, nextRequest }: Load): void {
  const { headers, body } = nextRequest();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}content-length: ${length}\r\n\r\n${body}`,
  );
}

/** One connection: a request, its whole answer, the next request. Rejects where the server hangs up. */
function runConnection(cell: Load, tally: Tally, countFrom: number, endAt: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(cell.port, "127.0.0.1").setNoDelay(true);
    let sentAt = 0;
    let received = "";
    const send = () => {
      sentAt = performance.now();
      write(socket, cell);
    };
    socket.once("connect", send);
    socket.once("error", reject);
    socket.once("close", () =>
      performance.now() < endAt ? reject(new Error("the server hung up")) : resolve(),
    );
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      if (!isWhole(received)) return;
      const now = performance.now();
      const isAccepted = received.startsWith("HTTP/1.1 2");
      received = "";
      tally[isAccepted ? "accepted" : "refused"]++;
      if (isAccepted && sentAt >= countFrom && now <= endAt) tally.latenciesMs.push(now - sentAt);
      if (now >= endAt) socket.end();
      else send();
    });
  });
}

/** Whether an answer has come to its end, by its length or its last chunk. */
function isWhole(received: string): boolean {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
  return length === undefined
    ? received.endsWith("\r\n0\r\n\r\n")
    : received.length >= headEnd + 4 + Number(length);
}
