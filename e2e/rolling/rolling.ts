import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createBank } from "../bank";
import { signIn } from "../bench/load/sse-clients";
import { createMember } from "../dashboard/sign-in";
import { createApi, createPlatform, createSession } from "../fixtures";
import { verifySession, withDatabase } from "../ledger-queries";
import { freePort, type ServiceProcess, startProcessOn } from "../service";
import { openLivePages } from "./live-pages";
import { type ProxyName, startProxy } from "./proxies";
import { sendTraffic } from "./traffic";

/** The delay of the samples in `deploy`. */
const SHUTDOWN_DELAY_MS = "3000";
/** How long payments may take to be shown after the load has ended. */
const SETTLE_MS = 3_000;

interface RollingOptions {
  proxy: ProxyName;
  dataDir: string;
  /** How processes are ended, in turn, one every `intervalSeconds`, and started again. */
  signal: "SIGTERM" | "SIGKILL";
  seconds: number;
  intervalSeconds: number;
  perSecond: number;
  livePages: number;
}

/** What a run with restarts showed. */
export interface RollingResult {
  restarts: number;
  sent: number;
  acknowledged: number;
  failed: number;
  /** The failed requests that were not in flight when a process was killed: those of more than a second after the last kill. */
  failedOutsideKills: number;
  reasons: string[];
  slowestMs: number;
  /** Acknowledged payments that are not recorded. */
  lost: number;
  /** The longest time from the acknowledgement of a payment until all live pages showed it. */
  slowestShownMs: number;
  /** Payments that the live pages did not show. */
  notShown: number;
  reconnects: number;
  differences: number;
}

/** Runs two processes of a data folder behind a proxy under load, while they are ended and started again in turn. */
export async function runRolling(options: RollingOptions): Promise<RollingResult> {
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startProcessOn(options.dataDir, { PORT: `${port}`, TRUST_PROXY: "127.0.0.1/32", SHUTDOWN_DELAY_MS });
  const running = await Promise.all(ports.map(start));
  const proxy = await startProxy(options.proxy, ports);
  try {
    return await runTraffic(options, proxy.address, {
      running,
      restart: async (index) => {
        const one = running[index];
        await (options.signal === "SIGTERM" ? one?.stop() : one?.kill());
        running[index] = await start(ports[index] ?? 0);
      },
    });
  } finally {
    await proxy.stop();
    await Promise.all(running.map((one) => one.kill()));
  }
}

interface Processes {
  running: ServiceProcess[];
  restart(index: number): Promise<void>;
}

async function runTraffic(
  options: RollingOptions,
  address: string,
  processes: Processes,
): Promise<RollingResult> {
  const platform = await createPlatform();
  const [first] = processes.running;
  const direct = first?.address ?? "";
  const session = await createSession(createApi(direct, platform.apiKey));
  const login = await createMember(platform.organisation, "owner");
  const cookie = await signIn(Number(new URL(direct).port), login);
  const path = `/api/live/${session.session_id}`;
  const pages = openLivePages({ address, path, cookie, count: options.livePages });
  const ended = new AbortController();
  const traffic = sendTraffic({
    ...{ address, session, apiKey: platform.apiKey, perSecond: options.perSecond },
    ...{ bank: createBank(direct), signal: ended.signal },
  });
  const restarts = await restartInTurn(options, processes);
  ended.abort();
  const result = await traffic;
  const settledBy = performance.now() + SETTLE_MS;
  while (pages.shownAt.length < result.acknowledged.length && performance.now() < settledBy) await sleep(20);
  pages.close();
  const acknowledgedAt = result.acknowledged.map(({ at }) => at).toSorted((a, b) => a - b);
  const shown = acknowledgedAt.flatMap((at, index) => {
    const shownAt = pages.shownAt[index];
    return shownAt === undefined ? [] : [shownAt - at];
  });
  const isInFlight = (at: number) => restarts.some((killedAt) => at >= killedAt && at - killedAt < 1_000);
  return {
    restarts: restarts.length,
    sent: result.sent,
    acknowledged: result.acknowledged.length,
    failed: result.failures.length,
    failedOutsideKills: result.failures.filter(({ at }) => !isInFlight(at)).length,
    reasons: [...new Set(result.failures.map(({ reason }) => reason))].slice(0, 10),
    slowestMs: Math.round(result.slowestMs),
    lost: await countLost(
      options.dataDir,
      result.acknowledged.map(({ key }) => key),
    ),
    slowestShownMs: Math.round(Math.max(0, ...shown)),
    notShown: acknowledgedAt.length - shown.length,
    reconnects: pages.reconnects,
    differences: (await verifySession(session)).length,
  };
}

/** Ends and starts the processes in turn until the time is over. Returns when each was ended. */
async function restartInTurn(
  { seconds, intervalSeconds }: RollingOptions,
  { restart }: Processes,
): Promise<number[]> {
  const startedAt = performance.now();
  const restarts: number[] = [];
  for (let turn = 0; (turn + 1) * intervalSeconds <= seconds; turn++) {
    await sleep(startedAt + turn * intervalSeconds * 1_000 + 1_000 - performance.now());
    restarts.push(performance.now());
    await restart(turn % 2);
  }
  await sleep(startedAt + seconds * 1_000 - performance.now());
  return restarts;
}

function countLost(dataDir: string, keys: readonly string[]): Promise<number> {
  return withDatabase(async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(distinct payment_key)::int as count from transactions where payment_key = any(${[...keys]})`;
    return new Set(keys).size - (row?.count ?? 0);
  }, dataDir);
}

/** Returns the results as lines for a report. */
export const formatResult = (title: string, result: RollingResult): string =>
  [title, ...Object.entries(result).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`)].join("\n");
