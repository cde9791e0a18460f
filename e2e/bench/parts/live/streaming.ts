import { request } from "node:http";
import { performance } from "node:perf_hooks";
import { withServer } from "../../baselines/compared-servers";
import { type Running, startTakings } from "../../baselines/start";
import { median } from "../../load/latencies";
import { atMost, logProgress, type PartResult } from "../../report";
import { apiKey } from "../../setup";

const ROUNDS = 3;
const SAMPLE_MS = 50;
const WARM_UP_READS = 200;
const ROW = Buffer.from('"bank_ref":');

/** The result of streaming one response. */
interface Streamed {
  rows: number;
  bytes: number;
  firstByteMs: number;
  wholeMs: number;
}

/** Reads a response to its end without keeping it, and counts its rows. Rejects unless it is complete and a 200. */
async function stream(port: number, path: string): Promise<Streamed> {
  const headers = { "x-api-key": await apiKey() };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const outgoing = request({ host: "127.0.0.1", port, path, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      let [rows, bytes, firstByteMs] = [0, 0, 0];
      let tail = Buffer.alloc(0);
      answer.on("data", (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - startedAt;
        bytes += chunk.length;
        const text = Buffer.concat([tail, chunk]);
        for (let at = text.indexOf(ROW); at >= 0; at = text.indexOf(ROW, at + 1)) rows++;
        // A match that spans two chunks is counted with the second, and one that ends in this chunk is not counted
        // again.
        tail = text.subarray(Math.max(0, text.length - ROW.length + 1));
      });
      answer.on("error", reject);
      answer.on("end", () => resolve({ rows, bytes, firstByteMs, wholeMs: performance.now() - startedAt }));
    });
    outgoing.on("error", reject).end();
  });
}

/** Samples a process's memory during the work, and returns its peak growth. */
export async function measureMemoryGrowth<T>(
  server: Running,
  work: () => Promise<T>,
): Promise<T & { growthMb: number }> {
  const before = (await server.usage()).rssBytes;
  let highest = before;
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling
      .then(() => server.usage())
      .then(({ rssBytes }) => {
        highest = Math.max(highest, rssBytes);
      });
  }, SAMPLE_MS);
  try {
    const done = await work();
    await sampling;
    return { ...done, growthMb: (highest - before) / 1_048_576 };
  } finally {
    clearInterval(timer);
  }
}

async function once(sessionId: string, rows: number) {
  return withServer(startTakings, async (server) => {
    const list = (limit: number) => `/v1/transactions?session_id=${sessionId}&limit=${limit}`;
    for (let turn = 0; turn < WARM_UP_READS; turn++) await stream(server.port, list(50));
    const streamed = await measureMemoryGrowth(server, () => stream(server.port, list(rows)));
    if (streamed.rows !== rows) throw new Error(`${streamed.rows} of ${rows} rows were streamed`);
    return streamed;
  });
}

/** Streams a complete session from a server that has just started, three times. Throws if a row is missing. */
export async function streamAll(sessionId: string, rows: number): Promise<PartResult> {
  const runs = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const run = await once(sessionId, rows);
    runs.push(run);
    logProgress(
      `round ${round}: ${rows} rows in ${Math.round(run.wholeMs)} ms, memory + ${Math.round(run.growthMb)} MB`,
    );
  }
  return {
    title: `\`limit=${rows}\` in one answer`,
    head: ["run", "first byte ms", "whole s", "MB", "memory grew by, MB"],
    rows: runs.map(({ firstByteMs, wholeMs, bytes, growthMb }, index) => [
      ...[index + 1, firstByteMs, wholeMs / 1000, bytes / 1_048_576, growthMb],
    ]),
    bars: [
      atMost("first byte", median(runs.map(({ firstByteMs }) => firstByteMs)), 100, " ms"),
      atMost("memory grew by", median(runs.map(({ growthMb }) => growthMb)), 60, " MB"),
    ],
  };
}
