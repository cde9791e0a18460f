import { spawnSync } from "node:child_process";
import { assertDefined } from "@/lib/core/assert";
import {
  freePort,
  type Running,
  startFastify,
  startFloor,
  startNext,
  startTakings,
} from "../baselines/start";
import { median, medianRatio } from "../load/latencies";
import { noticesFor } from "../load/request-source";
import { type Saturated, saturate } from "../load/saturate";
import { startSink } from "../load/sink";
import { atLeast, type Bar, type Finding, say } from "../report";
import { BANK, countStored, forgetEvents, type Ground, openSessions, requireStored } from "../setup";

/** Which sessions a cell's notices are for. */
type Target = "twenty" | "one" | "webhooks" | "down";

/** One line of the table: a server, and what is asked of it. */
interface Cell {
  name: string;
  what: string;
  path: string;
  target: Target;
  /** False where nothing is to be found stored. */
  records: boolean;
  /** Floors that no bar names are measured once. */
  rounds: "once" | "all";
  /** A guess, so that its notices are signed before the clock runs. */
  perSecond: number;
  start: () => Promise<Running>;
}

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_MS = 1_000;
const SESSIONS = 20;

const recording = (name: string, what: string, target: Target, start: Cell["start"], path = BANK): Cell => ({
  ...{ name, what, path, target, start },
  records: true,
  rounds: "all",
  perSecond: 6_000,
});
const floor = (name: string) => () => startFloor(name);
const SAME = "bare `node:http`, the same batched statement";
const RIVAL = "Fastify, one SQL transaction a notice";
const OURS = "**Takings**, the real path";

const CELLS: Cell[] = [
  {
    ...recording("empty", "bare `node:http`, empty answer", "twenty", floor("empty"), "/"),
    ...{ records: false, rounds: "once", perSecond: 20_000 },
  },
  {
    ...recording("door", "front door, verified and read, nothing recorded", "twenty", floor("door")),
    ...{ records: false, rounds: "once", perSecond: 10_000 },
  },
  {
    ...recording("next", "Next route, one SQL transaction a notice", "twenty", startNext, "/pay"),
    ...{ rounds: "once", perSecond: 500 },
  },
  {
    ...recording("alone", "bare `node:http`, one SQL transaction a notice", "twenty", floor("alone"), "/"),
    rounds: "once",
  },
  recording("same", SAME, "twenty", floor("together"), "/"),
  recording("fastify", RIVAL, "twenty", startFastify),
  recording("takings", OURS, "twenty", startTakings),
  recording("same-one", `${SAME}, all for one session`, "one", floor("together"), "/"),
  recording("fastify-one", `${RIVAL}, all for one session`, "one", startFastify),
  recording("takings-one", `${OURS}, all for one session`, "one", startTakings),
  recording("fastify-events", `${RIVAL}, events stored`, "down", startFastify),
  recording("takings-down", `${OURS}, events stored, receiver down`, "down", startTakings),
  recording("takings-events", `${OURS}, events stored and sent`, "webhooks", startTakings),
];

/** The names by which one cell can be asked for. */
export const RECORDING_CELLS = CELLS.map(({ name }) => name);

async function openTargets(sink: string): Promise<Record<Target, Ground[]>> {
  const refusing = `http://127.0.0.1:${await freePort()}/events`;
  const opener = await startTakings();
  try {
    const [twenty, one, webhooks, down] = await Promise.all([
      openSessions(opener.port, Array(SESSIONS).fill(undefined)),
      openSessions(opener.port, [undefined]),
      openSessions(opener.port, Array(SESSIONS).fill(sink)),
      openSessions(opener.port, Array(SESSIONS).fill(refusing)),
    ]);
    return { twenty, one, webhooks, down };
  } finally {
    await opener.stop();
  }
}

type Measured = Saturated & { cpuUs: number };

/** Measures one cell once, and checks that exactly what was accepted is stored. */
async function measure(cell: Cell, targets: Ground[], run: string, measureMs: number): Promise<Measured> {
  const server = await cell.start();
  try {
    const supply = noticesFor({
      path: cell.path,
      accounts: targets.map(({ account }) => account),
      run,
      prepared: Math.round((cell.perSecond * (WARM_UP_MS + measureMs)) / 1000),
    });
    const before = await countStored();
    const usedBefore = await server.usage();
    const measured = await saturate({
      ...{ port: server.port, connections: CONNECTIONS, warmUpMs: WARM_UP_MS, measureMs, supply },
    });
    const used = await server.usage();
    if (measured.refused > 0) throw new Error(`${cell.name}: ${measured.refused} notices were refused`);
    await requireStored(cell.name, before, cell.records ? measured.accepted : 0);
    return { ...measured, cpuUs: (used.cpuUs - usedBefore.cpuUs) / measured.accepted };
  } finally {
    await server.stop();
    await forgetEvents();
  }
}

type Results = Map<string, Measured[]>;

function barsOf(results: Results): Bar[] {
  const named: [string, string, string, number][] = [
    ["recording ÷ bare `node:http` with the same statement", "takings", "same", 0.7],
    ["recording ÷ Fastify", "takings", "fastify", 2],
    ["recording ÷ Fastify, all for one session", "takings-one", "fastify-one", 5],
    ["recording ÷ bare, all for one session", "takings-one", "same-one", 0.7],
    ["recording ÷ Fastify, both with events that nobody takes", "takings-down", "fastify-events", 2],
  ];
  return named.flatMap(([what, cell, to, required]) => {
    const rates = (name: string) => (results.get(name) ?? []).map(({ perSecond }) => perSecond);
    const value = medianRatio(rates(cell), rates(to));
    return Number.isNaN(value) ? [] : [atLeast(what, value, required, " ×")];
  });
}

function findingOf(cells: Cell[], results: Results): Finding {
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
    head: ["what", "accepted/s", "p50 ms", "p99 ms", "server CPU µs a notice", "load CPU µs a notice"],
    rows,
    bars: barsOf(results),
  };
}

/**
 * Measures the recording cells in turn, three rounds of all; every other round runs backwards, so that a database that
 * grows favours nobody. `wanted` picks cells by name. Throws where not exactly what was accepted is stored.
 */
export async function measureRecording(options: { wanted: string[]; measureMs: number }): Promise<Finding> {
  const cells = CELLS.filter(({ name }) => options.wanted.includes(name));
  if (options.wanted.includes("next")) buildNextFloor();
  const sink = await startSink();
  const targets = await openTargets(sink.url);
  const results: Results = new Map(cells.map(({ name }) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    const inTurn = cells.filter(({ rounds }) => rounds === "all" || round === 1);
    for (const cell of round % 2 === 0 ? inTurn.toReversed() : inTurn) {
      const run = `${cell.name}-${round}`;
      const measured = await measure(cell, targets[cell.target], run, options.measureMs);
      assertDefined(results.get(cell.name), "every cell has a list").push(measured);
      say(`round ${round}: ${cell.name}: ${Math.round(measured.perSecond)}/s`);
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
