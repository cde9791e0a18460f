import { fork } from "node:child_process";
import { once } from "node:events";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { withServer } from "../baselines/compared-servers";
import { startTakings } from "../baselines/start";
import { createFilledSessions } from "../filled-sessions";
import { pace } from "../load/constant-rate";
import { computePercentiles, median, type Percentiles } from "../load/latencies";
import { createSignIns } from "../load/members";
import { repeatRequest, serialiseRequest } from "../load/request-source";
import { atMost, logProgress, type PartResult } from "../report";
import { apiKey } from "../setup";
import { measureMemoryGrowth } from "./live/streaming";

const PAYMENTS = 100_000;
const EXPORTS = 85;
const ROUNDS = 3;
const PER_SECOND = 100;
/** Longer than the longest `Retry-After`, so that refused clients try again. */
const SECONDS = 20;
const SAMPLE_MS = 100;

/** Returns the peak number of database connections during the work, this process's included. */
async function connectionsDuring<T>(work: () => Promise<T>): Promise<T & { connections: number }> {
  let connections = 0;
  const timer = setInterval(async () => {
    const [row] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where datname = current_database()`;
    connections = Math.max(connections, row?.count ?? 0);
  }, SAMPLE_MS);
  try {
    return { ...(await work()), connections };
  } finally {
    clearInterval(timer);
  }
}

/** Starts a process that requests this many exports in parallel with one sign-in, repeatedly until `end`. */
async function askForExports(port: number, exports: { path: string; cookie: string; count: number }) {
  const { path, cookie, count } = exports;
  const clients = fork("e2e/bench/exporters.mjs", [String(port), path, cookie, String(count)]);
  await once(clients, "message");
  const end = async (): Promise<Record<string, number>> => {
    const [[statuses]] = await Promise.all([once(clients, "message"), clients.send("stop")]);
    return statuses;
  };
  return { end };
}

async function measure(port: number, sessionId: string, cookie: string, count: number) {
  const key = await apiKey();
  const path = `/api/dashboard/sessions/${sessionId}/export?format=csv`;
  const beside = await askForExports(port, { path, cookie, count });
  const list = serialiseRequest("GET", `/v1/transactions?session_id=${sessionId}&limit=50`, {
    "x-api-key": key,
  });
  const paced = await pace({
    port,
    perSecond: PER_SECOND,
    count: PER_SECOND * SECONDS,
    supply: repeatRequest(list),
  });
  const statuses = await beside.end();
  if (paced.errors > 0) throw new Error(`${paced.errors} reads failed`);
  return { spread: computePercentiles(paced.times), statuses };
}

/** Requests 85 parallel exports with one sign-in, while reading as platforms do. */
export async function measureExports(): Promise<PartResult> {
  const [filled] = await createFilledSessions([PAYMENTS]);
  const sessionId = assertDefined(filled, "one session was filled");
  const [cookie] = await createSignIns(1);
  const alone: Percentiles[] = [];
  const beside: (Percentiles & { connections: number; growthMb: number })[] = [];
  const statuses = new Map<string, number>();
  await withServer(startTakings, async (server) => {
    const run = (count: number) =>
      measure(server.port, sessionId, assertDefined(cookie, "one was asked for"), count);
    await run(0);
    for (let round = 1; round <= ROUNDS; round++) {
      alone.push((await run(0)).spread);
      const found = await measureMemoryGrowth(server, () => connectionsDuring(() => run(EXPORTS)));
      beside.push({ ...found.spread, connections: found.connections, growthMb: found.growthMb });
      for (const [status, count] of Object.entries(found.statuses))
        statuses.set(status, (statuses.get(status) ?? 0) + count);
      logProgress(
        `round ${round}: p99 ${alone.at(-1)?.p99.toFixed(1)} ms alone, ${found.spread.p99.toFixed(1)} ms beside`,
      );
    }
  });
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  const row = (what: string, spreads: Percentiles[]) => [
    what,
    median(spreads.map(({ p50 }) => p50)),
    median(spreads.map(({ p99 }) => p99)),
  ];
  const most = (read: (one: (typeof beside)[number]) => number) => Math.max(...beside.map(read));
  const ratio = median(
    beside.map(({ p99 }, round) => p99 / assertDefined(alone[round], "a round has both").p99),
  );
  return {
    title: `${EXPORTS} exports at once by one sign-in, beside ${PER_SECOND} reads a second (${answers})`,
    head: ["reads", "p50 ms", "p99 ms"],
    rows: [row("alone", alone), row("beside the exports", beside)],
    bars: [
      atMost("p99 ÷ without exports", ratio, 2, " ×"),
      atMost(
        "database connections, including the bench's own",
        most(({ connections }) => connections),
        60,
      ),
      atMost(
        "memory grew by",
        most(({ growthMb }) => growthMb),
        100,
        " MB",
      ),
    ],
  };
}
