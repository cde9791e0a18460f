import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { bankBodyLimit, readNotification } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { readBody } from "@/lib/http/request/body";
import { errorResponse } from "@/lib/http/response/error-response";
import { limitHeapGrowth } from "@/lib/launch/process/gc-tuning";
import { createAddressRule } from "@/lib/security/outbound/outbound-address";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { LIMITS } from "@/lib/server/connections/limits";
import { openTestServer } from "@/lib/server/fixture";
import { attemptDelivery } from "@/lib/webhooks/attempts/attempt";
import { createConnectionPool } from "@/lib/webhooks/attempts/connection-pool";

/** The effect of one kind of hostile receiver or client on this process, and whether it stayed within the limits. */
export interface HostileReport {
  name: string;
  ok: boolean;
  figures: { memoryMb: number; slowestMs: number; others: string };
}

const PEERS = "e2e/bench/hostile-peers.mjs";
const MAX_MEMORY_MB = 50;
/** Includes what Node has parsed and not yet garbage-collected; more than this is a leak. */
const MAX_CLIENT_MEMORY_MB = 150;
/** Added for the 64 MiB that bodies over 1 MiB share, and as much again that is released and not yet collected. */
const LARGE_BODIES_MB = 2 * 67;
const ATTEMPTS = 128;
const TIMEOUT_MS = 3_000;
const LATE_MS = 1_500;
const ATTACK_MS = 5_000;

const peer = (...args: string[]): ChildProcess =>
  fork(PEERS, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });

/** Returns the peak growth of this process's memory during the work, in megabytes. */
async function measurePeakMb(work: () => Promise<void>): Promise<number> {
  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  await work();
  clearInterval(watch);
  return Math.round((Math.max(peak, process.memoryUsage().rss) - before) / 1e5) / 10;
}

/** Sends 128 events in parallel to each kind of receiver, and afterwards one to a healthy receiver. */
async function receivers(): Promise<HostileReport[]> {
  const child = peer("receivers");
  const [ports] = (await once(child, "message")) as [Record<string, number>];
  const connections = createConnectionPool({
    isAddressAllowed: createAddressRule(["127.0.0.0/8"]),
    resolve: createResolver(),
  });
  const secrets = [newSigningSecret()];
  const body = JSON.stringify({ event: "transaction.received", data: { narration: "x".repeat(400) } });
  const send = (port: number | undefined) =>
    attemptDelivery(
      { id: newId("delivery"), url: `http://127.0.0.1:${port}/`, body, secrets },
      { connections, timeoutMs: TIMEOUT_MS },
    );
  const burst = (port: number | undefined) => Promise.all(Array.from({ length: ATTEMPTS }, () => send(port)));
  for (let round = 0; round < 5; round++) await burst(ports["a reset"]);
  const reports: HostileReport[] = [];
  for (const [name, port] of Object.entries(ports)) {
    let slowestMs = 0;
    const words = new Map<string, number>();
    const memoryMb = await measurePeakMb(async () => {
      for (const { durationMs, status, error } of await burst(port)) {
        slowestMs = Math.max(slowestMs, durationMs);
        const word = error ?? `Success by ${status}.`;
        words.set(word, (words.get(word) ?? 0) + 1);
      }
    });
    const others = [...words].map(([word, count]) => `${count} × ${word}`).join(" ");
    const ok = memoryMb <= MAX_MEMORY_MB && slowestMs <= TIMEOUT_MS + LATE_MS;
    reports.push({ name: `receiver: ${name}`, ok, figures: { memoryMb, slowestMs, others } });
  }
  child.kill();
  return reports;
}

/** Verifies a bank notification as the product does, without logging. */
async function verify(request: Request): Promise<Response> {
  const body = await readBody(request, () => bankBodyLimit(request.headers));
  try {
    readNotification({ body, headers: request.headers });
  } catch (thrown) {
    return errorResponse(thrown, newId("request"));
  }
  throw new Error("A bogus signature was accepted");
}

/** Runs each kind of client against the HTTP server for some seconds, with well-behaved requests beside it. */
async function clients(): Promise<HostileReport[]> {
  const listing = peer("attacks");
  const [names] = (await once(listing, "message")) as [string[]];
  const handler = async (request: Request) =>
    Response.json({ length: (await readBody(request, () => 1_048_576)).length });
  const routes = [
    { path: "/v1/things", handlers: { GET: handler, POST: handler } },
    { path: "/v1/webhooks/bank", handlers: { POST: Object.assign(verify, { bodyLimit: bankBodyLimit }) } },
  ];
  const { lingerMs, checkIntervalMs } = LIMITS;
  const httpServer = await openTestServer({ routes, limits: { lingerMs, checkIntervalMs } });
  const ask = async () => {
    const startedAt = performance.now();
    const answer = await fetch(`${httpServer.url}/v1/things`, {
      method: "POST",
      body: "x".repeat(1_000),
      headers: { connection: "close" },
      signal: AbortSignal.timeout(5_000),
    });
    await answer.text();
    return { ms: performance.now() - startedAt, isServed: answer.status === 200 };
  };
  for (let index = 0; index < 200; index++) await ask();
  const reports: HostileReport[] = [];
  for (const name of names) {
    const asked: { ms: number; isServed: boolean }[] = [];
    const memoryMb = await measurePeakMb(async () => {
      const child = peer("client", name, new URL(httpServer.url).port);
      await Promise.race([once(child, "message"), sleep(ATTACK_MS)]);
      for (const until = performance.now() + ATTACK_MS; performance.now() < until; await sleep(50)) {
        asked.push(await ask().catch(() => ({ ms: 5_000, isServed: false })));
      }
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    const served = asked.filter(({ isServed }) => isServed).length;
    const slowestMs = Math.round(Math.max(...asked.map(({ ms }) => ms)));
    const mostMb = MAX_CLIENT_MEMORY_MB + (name.startsWith("bank notifications") ? LARGE_BODIES_MB : 0);
    const ok = memoryMb <= mostMb && served === asked.length && slowestMs < 5_000;
    const others = `${served} of ${asked.length} honest requests served.`;
    reports.push({ name: `client: ${name}`, ok, figures: { memoryMb, slowestMs, others } });
    await sleep(1_000);
  }
  await httpServer.close();
  return reports;
}

/**
 * Runs every kind of hostile receiver and client in turn: 128 parallel attempts, or an attack of five seconds each.
 */
export async function hostile(): Promise<HostileReport[]> {
  limitHeapGrowth();
  return [...(await receivers()), ...(await clients())];
}
