import { performance } from "node:perf_hooks";
import { Connection } from "./connection";
import { type Spread, spreadOf } from "./latencies";
import type { Supply } from "./request-source";

/** As many requests as fit, one at a time on each connection. */
export interface Saturation {
  port: number;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  supply: Supply;
}

/** What came of it. */
export interface Saturated {
  perSecond: number;
  latency: Spread;
  /** Every 2xx since the first request, warm-up included: what must be found stored. */
  accepted: number;
  refused: number;
  /** What the load itself cost in processor time, in microseconds a request. */
  loadCpuUs: number;
}

/** Loads a server without a pause. Rejects where the server hangs up before the end. */
export async function saturate(load: Saturation): Promise<Saturated> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(load.port)),
  );
  const times: number[] = [];
  let accepted = 0;
  let refused = 0;
  const cpu = process.cpuUsage();
  const countFrom = performance.now() + load.warmUpMs;
  const endAt = countFrom + load.measureMs;
  const run = (connection: Connection) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        connection.send(load.supply.next(), done);
      };
      const done = (status: number, at: number) => {
        if (status === 0) return reject(new Error("the server hung up"));
        if (status < 300) {
          accepted++;
          if (sentAt >= countFrom && at <= endAt) times.push(at - sentAt);
        } else refused++;
        if (at >= endAt) resolve();
        else send();
      };
      send();
    });
  try {
    await Promise.all(connections.map(run));
  } finally {
    for (const connection of connections) connection.close();
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (times.length / load.measureMs) * 1000,
    latency: spreadOf(times),
    accepted,
    refused,
    loadCpuUs: (user + system) / Math.max(1, accepted + refused),
  };
}
