import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bank, SessionData } from "../fixtures";

/** One request to a proxy. */
interface ProxyCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The client's address on this machine; such a request has a connection of its own. */
  localAddress?: string;
}

/** The answer of a request; status 0 and a reason if there was none. */
interface ProxyAnswer {
  status: number;
  text: string;
}

const agents = {
  "http:": new http.Agent({ keepAlive: true, maxSockets: 200 }),
  // The certificate of the proxy is made for the test.
  "https:": new https.Agent({ keepAlive: true, maxSockets: 200, rejectUnauthorized: false }),
};

/** Opens a request over a kept connection, by http or https. */
export function open(address: string, call: ProxyCall): http.ClientRequest {
  const { protocol, hostname, port } = new URL(address);
  const { method, path, headers = {}, localAddress } = call;
  const options = { hostname, port, method, path, headers, ...(localAddress && { localAddress }) };
  if (protocol !== "https:")
    return http.request({ ...options, agent: localAddress ? false : agents["http:"] });
  if (localAddress) return https.request({ ...options, agent: false, rejectUnauthorized: false });
  return https.request({ ...options, agent: agents["https:"] });
}

/** Sends one request and reads its answer. Never rejects. */
export function ask(address: string, call: ProxyCall): Promise<ProxyAnswer> {
  return new Promise((resolve) => {
    const fail = (thrown: Error) => resolve({ status: 0, text: thrown.message });
    const outgoing = open(address, {
      ...call,
      headers: { ...call.headers, "content-length": String(Buffer.byteLength(call.body ?? "")) },
    });
    outgoing.once("error", fail);
    outgoing.once("response", (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", fail);
      incoming.once("end", () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.end(call.body);
  });
}

/** What the sender of a constant load received. */
export interface TrafficResult {
  sent: number;
  /** The payment keys of acknowledged notifications, and when. */
  acknowledged: { key: string; at: number }[];
  /** The failed requests: when, and what failed. */
  failures: { at: number; reason: string }[];
  slowestMs: number;
}

/**
 * Sends requests at a constant rate until the signal is aborted: four of five are a bank's notifications, the others read the
 * event's payments. A failed request is not repeated.
 */
export async function sendTraffic(given: {
  address: string;
  bank: Bank;
  session: SessionData;
  apiKey: string;
  perSecond: number;
  signal: AbortSignal;
}): Promise<TrafficResult> {
  const { address, bank, session, apiKey, perSecond, signal } = given;
  const result: TrafficResult = { sent: 0, acknowledged: [], failures: [], slowestMs: 0 };
  const account = session.collection_account?.account_number ?? "";
  const inFlight = new Set<Promise<void>>();
  const record = async (call: ProxyCall, key?: string) => {
    const startedAt = performance.now();
    const { status, text } = await ask(address, call);
    const at = performance.now();
    result.slowestMs = Math.max(result.slowestMs, at - startedAt);
    if (status !== 200)
      result.failures.push({ at, reason: `${call.method} ${status} ${text.slice(0, 120)}` });
    else if (key) result.acknowledged.push({ key, at });
  };
  const next = (number: number) => {
    if (number % 5 === 4) {
      const path = `/v1/transactions?session_id=${session.session_id}&limit=5`;
      return record({ method: "GET", path, headers: { "x-api-key": apiKey } });
    }
    const credit = bank.credit({ account, amount: 10_000n });
    const { headers, body } = bank.compose(credit);
    return record({ method: "POST", path: "/v1/webhooks/bank", headers, body }, credit.paymentKey);
  };
  const startedAt = performance.now();
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    for (; result.sent < due; result.sent++) {
      const request = next(result.sent).finally(() => inFlight.delete(request));
      inFlight.add(request);
    }
    await sleep(2);
  }
  await Promise.all(inFlight);
  return result;
}

/** Returns how many TCP connections this machine has opened since it started; of Linux only. */
export function countOpenedConnections(): number {
  const [names = [], values = []] = readFileSync("/proc/net/snmp", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("Tcp:"))
    .map((line) => line.split(" "));
  return Number(values[names.indexOf("ActiveOpens")]);
}

/** Returns how many notifications of these events per second are acknowledged while this many are always in flight. */
export async function measureThroughput(given: {
  address: string;
  bank: Bank;
  sessions: readonly SessionData[];
  concurrency: number;
  seconds: number;
}): Promise<number> {
  const { address, bank, sessions, concurrency, seconds } = given;
  const accounts = sessions.map(({ collection_account: account }) => account?.account_number ?? "");
  let sent = 0;
  const until = performance.now() + seconds * 1_000;
  let acknowledged = 0;
  const client = async () => {
    while (performance.now() < until) {
      const account = accounts[sent++ % accounts.length];
      const { headers, body } = bank.compose(bank.credit({ account, amount: 10_000n }));
      const { status } = await ask(address, { method: "POST", path: "/v1/webhooks/bank", headers, body });
      if (status === 200) acknowledged++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return acknowledged / seconds;
}
