import { BARE, OURS, type Side, withServer } from "../baselines/sides";
import { median, medianRatio, type Spread, spreadOf } from "../load/latencies";
import { pace } from "../load/pace";
import { noticesFor } from "../load/request-source";
import { atMost, type Finding, say } from "../report";
import { countStored, openSilentSessions, requireStored } from "../setup";

const ROUNDS = 3;
const PER_SECOND = 200;
const SECONDS = 8;
const WARM_UP_SECONDS = 2;

async function measure(side: Side, accounts: string[], run: string): Promise<Spread> {
  const before = await countStored();
  return withServer(side.start, async ({ port }) => {
    const supply = noticesFor({ path: side.path, accounts, run });
    const paced = (seconds: number) =>
      pace({ port, perSecond: PER_SECOND, count: PER_SECOND * seconds, supply });
    const warm = await paced(WARM_UP_SECONDS);
    const { times, accepted, errors } = await paced(SECONDS);
    if (warm.errors + errors > 0) throw new Error(`${run}: ${warm.errors + errors} errors at a steady rate`);
    await requireStored(run, before, warm.accepted + accepted);
    return spreadOf(times);
  });
}

/** Measures a steady rate, ours and the bare server's by turns. Throws at any error. */
export async function measureLatency(): Promise<Finding> {
  const accounts = (await openSilentSessions(20)).map(({ account }) => account);
  const runs: Record<Side["name"], Spread[]> = { ours: [], bare: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const side of round % 2 === 0 ? [OURS, BARE] : [BARE, OURS]) {
      const spread = await measure(side, accounts, `latency-${side.name}-${round}`);
      runs[side.name].push(spread);
      say(`round ${round}: ${PER_SECOND}/s, ${side.name}: p99 ${spread.p99.toFixed(1)} ms`);
    }
  }
  const p99s = (name: Side["name"]) => runs[name].map(({ p99 }) => p99);
  return {
    title: `A steady ${PER_SECOND}/s over 20 sessions`,
    head: ["what", "p50 ms", "p99 ms", "max ms", "errors"],
    rows: [BARE, OURS].map(({ name, what }) => {
      const of = (read: (one: Spread) => number) => median(runs[name].map(read));
      return [what, of(({ p50 }) => p50), of(({ p99 }) => p99), of(({ max }) => max), 0];
    }),
    bars: [atMost("p99 ÷ the bare server's", medianRatio(p99s("ours"), p99s("bare")), 2, " ×")],
  };
}
