import { type ComparedServer, PRODUCT, withServer } from "../baselines/compared-servers";
import { startFloor, startTakings } from "../baselines/start";
import { pace } from "../load/constant-rate";
import { computePercentiles, median, medianRatio, type Percentiles } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { Platform } from "../load/platforms";
import { createNotifications } from "../load/request-source";
import { atMost, logProgress, type PartResult } from "../report";
import { assertStored, type BenchSession, countStored, createSessions, failPendingEvents } from "../setup";

const ROUNDS = 3;
const RECEIVERS = 50;
const PER_SECOND = 500;
const SECONDS = 8;
const WARM_UP_SECONDS = 2;
const SETTLE_MS = 30_000;

type Delays = Percentiles & { missing: number };

async function measure(
  side: ComparedServer,
  sessions: BenchSession[],
  ledger: Ledger,
  run: string,
): Promise<Delays> {
  const before = await countStored();
  return withServer(side.start, async ({ port }) => {
    const accounts = sessions.map(({ account }) => account);
    const { accepted, errors } = await pace({
      port,
      perSecond: PER_SECOND,
      count: PER_SECOND * (WARM_UP_SECONDS + SECONDS),
      supply: createNotifications({ path: side.path, accounts }),
      onAnswer: ledger.acknowledge,
    });
    if (errors > 0) throw new Error(`${run}: ${errors} errors`);
    const missing = await ledger.settle(() => true, SETTLE_MS);
    await assertStored(run, before, accepted);
    const isMeasured = (number: number) => number >= PER_SECOND * WARM_UP_SECONDS;
    return { ...computePercentiles(ledger.delays(isMeasured)), missing };
  });
}

/**
 * Measures the time from the bank's 200 to the event's receipt, against a baseline that POSTs right after its
 * response and stores nothing of the event.
 */
export async function measureEvents(): Promise<PartResult> {
  let ledger = new Ledger();
  const start = () => Platform.start("takes", (body, at) => ledger.receive(body, at));
  const platforms = await Promise.all(Array.from({ length: RECEIVERS }, start));
  const urls = platforms.map(({ url }) => url);
  const [notified, silent] = await withServer(startTakings, ({ port }) =>
    Promise.all([createSessions(port, urls), createSessions(port, Array(RECEIVERS).fill(undefined))]),
  );
  const receivers = Object.fromEntries(silent.map(({ account }, index) => [account, urls[index]]));
  const bare: ComparedServer = {
    name: "bare",
    what: "bare sender: the same statement, then an `undici` POST, nothing stored",
    path: "/",
    start: () => startFloor("sender", { BENCH_RECEIVERS: JSON.stringify(receivers) }),
  };
  const runs: Record<ComparedServer["name"], Delays[]> = { ours: [], bare: [], lean: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const side of round % 2 === 0 ? [PRODUCT, bare] : [bare, PRODUCT]) {
      ledger = new Ledger();
      const sessions = side === PRODUCT ? notified : silent;
      const delays = await measure(side, sessions, ledger, `events-${side.name}-${round}`);
      runs[side.name].push(delays);
      logProgress(
        `round ${round}: events, ${side.name}: p99 ${delays.p99.toFixed(1)} ms, ${delays.missing} missing`,
      );
    }
  }
  await Promise.all(platforms.map((platform) => platform.stop()));
  await failPendingEvents();
  return findingOf([bare, PRODUCT], runs);
}

function findingOf(sides: ComparedServer[], runs: Record<ComparedServer["name"], Delays[]>): PartResult {
  const of = (name: ComparedServer["name"], read: (one: Delays) => number) => median(runs[name].map(read));
  const missing = runs.ours.reduce((sum, one) => sum + one.missing, 0);
  const p99s = (name: ComparedServer["name"]) => runs[name].map(({ p99 }) => p99);
  return {
    title: `From the bank's 200 to the receiver, ${PER_SECOND}/s over ${RECEIVERS} receivers`,
    head: ["what", "p50 ms", "p99 ms", "max ms", "undelivered"],
    rows: sides.map(({ name, what }) => [
      what,
      of(name, ({ p50 }) => p50),
      of(name, ({ p99 }) => p99),
      of(name, ({ max }) => max),
      of(name, (one) => one.missing),
    ]),
    bars: [
      atMost("p99 ÷ the bare sender's", medianRatio(p99s("ours"), p99s("bare")), 3, " ×"),
      atMost("p99", median(p99s("ours")), 250, " ms"),
      atMost("undelivered", missing, 0),
    ],
  };
}
