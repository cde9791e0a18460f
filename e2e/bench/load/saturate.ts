import { performance } from "node:perf_hooks";
import { Connection } from "./connection";
import { computePercentiles, type Percentiles } from "./latencies";
import type { RequestSource } from "./request-source";

/** As many requests as possible, with one in flight on each connection. */
export interface Saturation {
  port: number;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  supply: RequestSource;
}

/** The result of a saturation run. */
export interface Saturated {
  perSecond: number;
  latency: Percentiles;
  /** Every 2xx since the first request, warm-up included: the number that must be stored. */
  accepted: number;
  refused: number;
  /** The load generator's own processor time, in microseconds per request. */
  loadCpuUs: number;
}

/** Sends requests continuously. Rejects if the server closes a connection before the end. */
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
        if (status === 0) return reject(new Error("the server closed the connection"));
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
    latency: computePercentiles(times),
    accepted,
    refused,
    loadCpuUs: (user + system) / Math.max(1, accepted + refused),
  };
}
