import {
  BARE_SERVER,
  type ComparedServer,
  LEAN_SERVER,
  PRODUCT,
  withServer,
} from "../baselines/compared-servers";
import { countLeanPayments } from "../baselines/lean-statement";
import { pace } from "../load/constant-rate";
import { computePercentiles, median, medianRatio, type Percentiles } from "../load/latencies";
import { createNotifications } from "../load/request-source";
import { atMost, logProgress, type PartResult } from "../report";
import { assertEqual, countStored, createSessionsWithoutWebhooks } from "../setup";

const SIDES = [BARE_SERVER, LEAN_SERVER, PRODUCT];
const ROUNDS = 3;
const PER_SECOND = 200;
const SECONDS = 8;
const WARM_UP_SECONDS = 2;

async function measure(side: ComparedServer, accounts: string[], run: string): Promise<Percentiles> {
  const count = side === LEAN_SERVER ? countLeanPayments : countStored;
  const before = await count();
  return withServer(side.start, async ({ port }) => {
    const supply = createNotifications({ path: side.path, accounts });
    const paced = (seconds: number) =>
      pace({ port, perSecond: PER_SECOND, count: PER_SECOND * seconds, supply });
    const warm = await paced(WARM_UP_SECONDS);
    const { times, accepted, errors } = await paced(SECONDS);
    if (warm.errors + errors > 0)
      throw new Error(`${run}: ${warm.errors + errors} errors at a constant rate`);
    assertEqual(run, warm.accepted + accepted, (await count()) - before);
    return computePercentiles(times);
  });
}

/** Measures a constant rate on the product and the two bare servers in turn. Throws on any error. */
export async function measureLatency(): Promise<PartResult> {
  const accounts = (await createSessionsWithoutWebhooks(20)).map(({ account }) => account);
  const runs: Record<ComparedServer["name"], Percentiles[]> = { ours: [], bare: [], lean: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const side of round % 2 === 0 ? SIDES.toReversed() : SIDES) {
      const spread = await measure(side, accounts, `latency-${side.name}-${round}`);
      runs[side.name].push(spread);
      logProgress(`round ${round}: ${PER_SECOND}/s, ${side.name}: p99 ${spread.p99.toFixed(1)} ms`);
    }
  }
  const p99s = (name: ComparedServer["name"]) => runs[name].map(({ p99 }) => p99);
  return {
    title: `A steady ${PER_SECOND}/s over 20 sessions`,
    head: ["what", "p50 ms", "p99 ms", "max ms", "errors"],
    rows: SIDES.map(({ name, what }) => {
      const of = (read: (one: Percentiles) => number) => median(runs[name].map(read));
      return [what, of(({ p50 }) => p50), of(({ p99 }) => p99), of(({ max }) => max), 0];
    }),
    bars: [
      atMost("p99 ÷ the bare server's", medianRatio(p99s("ours"), p99s("bare")), 2, " ×"),
      atMost(
        "p99 ÷ the server's with the leaner statement",
        medianRatio(p99s("ours"), p99s("lean")),
        2,
        " ×",
      ),
      atMost("p50", median(runs.ours.map(({ p50 }) => p50)), 5, " ms"),
    ],
  };
}
