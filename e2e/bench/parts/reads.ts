import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import { withServer } from "../baselines/compared-servers";
import { type Running, startFloor, startTakings } from "../baselines/start";
import { createFilledSessions } from "../filled-sessions";
import { median, medianRatio } from "../load/latencies";
import { repeatRequest, serialiseRequest } from "../load/request-source";
import { type Saturated, saturate } from "../load/saturate";
import { atLeast, atMost, logProgress, type PartResult } from "../report";
import { apiKey } from "../setup";
import { streamAll } from "./live/streaming";

const ROUNDS = 3;
const WARM_UP_MS = 500;
const MEASURE_MS = 2_000;
const LARGE = 1_000_000;
const SMALL = 1_000;
const DEPTH = 900_000;
/** Enough to keep the service busy: with fewer, the result would be their waiting times for each other. */
const CONNECTIONS = 128;

/** One row of the table: a request and the server that answers it. */
interface Read {
  name: string;
  what: string;
  path: string;
  connections: number;
  server: Running;
}

interface Sessions {
  large: Id<"session">;
  small: Id<"session">;
}

function readsOf({ large, small }: Sessions, takings: Running, httpServer: Running): Read[] {
  const of = (server: Running, connections: number, name: string, what: string, path: string): Read => ({
    ...{ name, what, path, connections, server },
  });
  const list = (offset: number) => `/v1/transactions?session_id=${large}&limit=50&offset=${offset}`;
  return [
    of(httpServer, CONNECTIONS, "empty", "empty GET, HTTP server only", "/v1/empty"),
    of(takings, CONNECTIONS, "live", "empty GET of the product, `/api/health/live`", "/api/health/live"),
    of(takings, CONNECTIONS, "small", `reconciliation, session of ${SMALL}`, `/v1/reconciliation/${small}`),
    of(takings, CONNECTIONS, "large", `reconciliation, session of ${LARGE}`, `/v1/reconciliation/${large}`),
    of(takings, 8, "top", "list, `limit=50`, `offset=0`", list(0)),
    of(takings, 8, "deep", `list, \`limit=50\`, \`offset=${DEPTH}\``, list(DEPTH)),
  ];
}

type Results = Map<string, Saturated[]>;

async function readAll(reads: Read[]): Promise<Results> {
  const key = await apiKey();
  const results: Results = new Map(reads.map(({ name }) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, path, connections, server } of round % 2 === 0 ? reads.toReversed() : reads) {
      const measured = await saturate({
        port: server.port,
        connections,
        warmUpMs: WARM_UP_MS,
        measureMs: MEASURE_MS,
        supply: repeatRequest(serialiseRequest("GET", path, { "x-api-key": key })),
      });
      if (measured.refused > 0) throw new Error(`${path}: ${measured.refused} responses were not 2xx`);
      assertDefined(results.get(name), "every read has a list").push(measured);
      logProgress(
        `round ${round}: ${name}: ${Math.round(measured.perSecond)}/s, p99 ${measured.latency.p99.toFixed(1)} ms`,
      );
    }
  }
  return results;
}

function findingOf(reads: Read[], results: Results): PartResult {
  const of = (name: string, read: (one: Saturated) => number) => (results.get(name) ?? []).map(read);
  const rate = (name: string) => of(name, (one) => one.perSecond);
  const p50 = (name: string) => of(name, ({ latency }) => latency.p50);
  const p99 = (name: string) => of(name, ({ latency }) => latency.p99);
  const deep = medianRatio(p50("deep"), p50("top"));
  return {
    title: `Reads of a session of ${LARGE}`,
    head: ["what", "connections", "answers/s", "p50 ms", "p99 ms"],
    rows: reads.map(({ name, what, connections }) => [
      ...[what, connections, Math.round(median(rate(name))), median(p50(name)), median(p99(name))],
    ]),
    bars: [
      atMost(
        "reconciliation p99, a million ÷ a thousand",
        medianRatio(p99("large"), p99("small")),
        1.3,
        " ×",
      ),
      atLeast(
        "reconciliation ÷ empty GET, HTTP server alone",
        medianRatio(rate("large"), rate("empty")),
        0.5,
        " ×",
      ),
      atMost(`list p50, offset ${DEPTH} ÷ offset 0`, deep, 1.5, " ×"),
    ],
  };
}

/**
 * Reads a session of a million transactions beside one of a thousand, and streams the million. Throws if a response
 * is not 2xx or rows are missing.
 */
export async function measureReads(): Promise<PartResult[]> {
  const [large, small] = await createFilledSessions([LARGE, SMALL]);
  const sessions = {
    large: assertDefined(large, "two sessions were filled"),
    small: assertDefined(small, "two sessions were filled"),
  };
  const finding = await withServer(startTakings, (takings) =>
    withServer(
      () => startFloor("server"),
      async (httpServer) => {
        const reads = readsOf(sessions, takings, httpServer);
        return findingOf(reads, await readAll(reads));
      },
    ),
  );
  return [finding, await streamAll(sessions.large, LARGE)];
}
