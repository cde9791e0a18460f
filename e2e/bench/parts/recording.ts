import { spawnSync } from "node:child_process";
import { assertDefined } from "@/lib/core/errors/assert";
import { countLeanPayments } from "../baselines/lean-statement";
import {
  freePort,
  type Running,
  startFastify,
  startFloor,
  startNext,
  startTakings,
} from "../baselines/start";
import { median, medianRatio } from "../load/latencies";
import { createNotifications } from "../load/request-source";
import { type Saturated, saturate } from "../load/saturate";
import { startSink } from "../load/sink";
import { atLeast, logProgress, type PartResult, type Threshold } from "../report";
import {
  assertEqual,
  BANK_PATH,
  type BenchSession,
  countStored,
  createSessions,
  failPendingEvents,
} from "../setup";

/** The sessions that a cell's notifications pay into. */
type Target = "twenty" | "one" | "webhooks" | "down";

/** One row of the table: a server and the load on it. */
interface Cell {
  name: string;
  what: string;
  path: string;
  target: Target;
  /** False if the server stores nothing. */
  records: boolean;
  /** Floors without a threshold are measured once. */
  rounds: "once" | "all";
  /** An estimate, so that the notifications are signed before the measurement starts. */
  perSecond: number;
  start: () => Promise<Running>;
  /** Counts what it has stored; by default transactions. */
  countStored?: () => Promise<number>;
}

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_MS = 1_000;
const SESSIONS = 20;

const recording = (
  name: string,
  what: string,
  target: Target,
  start: Cell["start"],
  path = BANK_PATH,
): Cell => ({
  ...{ name, what, path, target, start },
  records: true,
  rounds: "all",
  perSecond: 6_000,
});
const floor = (name: string) => () => startFloor(name);
const SAME = "bare `node:http`, the same batched statement";
const BASELINE = "Fastify, one SQL transaction per notification";
const OURS = "**Takings**";

const CELLS: Cell[] = [
  {
    ...recording("empty", "bare `node:http`, empty answer", "twenty", floor("empty"), "/"),
    ...{ records: false, rounds: "once", perSecond: 20_000 },
  },
  {
    ...recording("server", "HTTP server, verified and parsed, nothing recorded", "twenty", floor("server")),
    ...{ records: false, rounds: "once", perSecond: 10_000 },
  },
  {
    ...recording("next", "Next route, one SQL transaction per notification", "twenty", startNext, "/pay"),
    ...{ rounds: "once", perSecond: 500 },
  },
  {
    ...recording(
      "alone",
      "bare `node:http`, one SQL transaction per notification",
      "twenty",
      floor("alone"),
      "/",
    ),
    rounds: "once",
  },
  recording("same", SAME, "twenty", floor("together"), "/"),
  {
    ...recording("lean", "bare `node:http`, a leaner batched statement", "twenty", floor("lean"), "/"),
    countStored: countLeanPayments,
  },
  recording("fastify", BASELINE, "twenty", startFastify),
  recording("takings", OURS, "twenty", startTakings),
  recording("same-one", `${SAME}, all for one session`, "one", floor("together"), "/"),
  recording("fastify-one", `${BASELINE}, all for one session`, "one", startFastify),
  recording("takings-one", `${OURS}, all for one session`, "one", startTakings),
  recording("fastify-events", `${BASELINE}, events stored`, "down", startFastify),
  recording("takings-down", `${OURS}, events stored, receiver down`, "down", startTakings),
  recording("takings-events", `${OURS}, events stored and sent`, "webhooks", startTakings),
];

/** The names that select one cell. */
export const RECORDING_CELLS = CELLS.map(({ name }) => name);

async function openTargets(sink: string): Promise<Record<Target, BenchSession[]>> {
  const refusing = `http://127.0.0.1:${await freePort()}/events`;
  const opener = await startTakings();
  try {
    const [twenty, one, webhooks, down] = await Promise.all([
      createSessions(opener.port, Array(SESSIONS).fill(undefined)),
      createSessions(opener.port, [undefined]),
      createSessions(opener.port, Array(SESSIONS).fill(sink)),
      createSessions(opener.port, Array(SESSIONS).fill(refusing)),
    ]);
    return { twenty, one, webhooks, down };
  } finally {
    await opener.stop();
  }
}

type Measured = Saturated & { cpuUs: number };

/** Measures one cell once, and checks that exactly the accepted transactions are stored. */
async function measure(cell: Cell, targets: BenchSession[], measureMs: number): Promise<Measured> {
  const server = await cell.start();
  try {
    const supply = createNotifications({
      path: cell.path,
      accounts: targets.map(({ account }) => account),
      prepared: Math.round((cell.perSecond * (WARM_UP_MS + measureMs)) / 1000),
    });
    const count = cell.countStored ?? countStored;
    const before = await count();
    const usedBefore = await server.usage();
    const measured = await saturate({
      ...{ port: server.port, connections: CONNECTIONS, warmUpMs: WARM_UP_MS, measureMs, supply },
    });
    const used = await server.usage();
    if (measured.refused > 0) throw new Error(`${cell.name}: ${measured.refused} notifications were refused`);
    assertEqual(cell.name, cell.records ? measured.accepted : 0, (await count()) - before);
    return { ...measured, cpuUs: (used.cpuUs - usedBefore.cpuUs) / measured.accepted };
  } finally {
    await server.stop();
    await failPendingEvents();
  }
}

type Results = Map<string, Measured[]>;

function barsOf(results: Results): Threshold[] {
  const named: [string, string, string, number][] = [
    ["recording ÷ bare `node:http` with the same statement", "takings", "same", 0.7],
    ["recording ÷ bare, a leaner statement", "takings", "lean", 0.6],
    ["recording ÷ Fastify", "takings", "fastify", 2],
    ["recording ÷ Fastify, all for one session", "takings-one", "fastify-one", 5],
    ["recording ÷ bare, all for one session", "takings-one", "same-one", 0.7],
    ["recording ÷ Fastify, both with events and the receiver down", "takings-down", "fastify-events", 2],
  ];
  return named.flatMap(([what, cell, to, required]) => {
    const rates = (name: string) => (results.get(name) ?? []).map(({ perSecond }) => perSecond);
    const value = medianRatio(rates(cell), rates(to));
    return Number.isNaN(value) ? [] : [atLeast(what, value, required, " ×")];
  });
}

function findingOf(cells: Cell[], results: Results): PartResult {
  const rows = cells.map((cell) => {
    const runs = results.get(cell.name) ?? [];
    const of = (read: (one: Measured) => number) => median(runs.map(read));
    return [
      cell.what,
      Math.round(of((one) => one.perSecond)),
      of((one) => one.latency.p50),
      of((one) => one.latency.p99),
      Math.round(of((one) => one.cpuUs)),
      Math.round(of((one) => one.loadCpuUs)),
    ];
  });
  return {
    title: `Recording, ${CONNECTIONS} connections`,
    head: [
      "what",
      "accepted/s",
      "p50 ms",
      "p99 ms",
      "server CPU µs per notification",
      "load CPU µs per notification",
    ],
    rows,
    bars: barsOf(results),
  };
}

/**
 * Measures the recording cells in turn, in three rounds; every other round runs in reverse order, so that the
 * growth of the database favours no cell. `wanted` selects cells by name. Throws if the stored transactions are not
 * exactly the accepted ones.
 */
export async function measureRecording(options: {
  wanted: string[];
  measureMs: number;
}): Promise<PartResult> {
  const cells = CELLS.filter(({ name }) => options.wanted.includes(name));
  if (options.wanted.includes("next")) buildNextFloor();
  const sink = await startSink();
  const targets = await openTargets(sink.url);
  const results: Results = new Map(cells.map(({ name }) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    const inTurn = cells.filter(({ rounds }) => rounds === "all" || round === 1);
    for (const cell of round % 2 === 0 ? inTurn.toReversed() : inTurn) {
      const measured = await measure(cell, targets[cell.target], options.measureMs);
      assertDefined(results.get(cell.name), "every cell has a list").push(measured);
      logProgress(`round ${round}: ${cell.name}: ${Math.round(measured.perSecond)}/s`);
    }
  }
  await sink.close();
  return findingOf(cells, results);
}

function buildNextFloor(): void {
  const next = ["node_modules/next/dist/bin/next", "build", "e2e/bench/next-floor"];
  const { status } = spawnSync(process.execPath, next, { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the Next floor could not be built");
}
