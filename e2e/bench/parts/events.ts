import { OURS, type Side, withServer } from "../baselines/sides";
import { startFloor, startTakings } from "../baselines/start";
import { median, medianRatio, type Spread, spreadOf } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { pace } from "../load/pace";
import { Platform } from "../load/platforms";
import { noticesFor } from "../load/request-source";
import { atMost, type Finding, say } from "../report";
import { countStored, forgetEvents, type Ground, openSessions, requireStored } from "../setup";

const ROUNDS = 3;
const RECEIVERS = 50;
const PER_SECOND = 500;
const SECONDS = 8;
const WARM_UP_SECONDS = 2;
const SETTLE_MS = 30_000;

type Delays = Spread & { missing: number };

async function measure(side: Side, sessions: Ground[], ledger: Ledger, run: string): Promise<Delays> {
  const before = await countStored();
  return withServer(side.start, async ({ port }) => {
    const accounts = sessions.map(({ account }) => account);
    const { accepted, errors } = await pace({
      port,
      perSecond: PER_SECOND,
      count: PER_SECOND * (WARM_UP_SECONDS + SECONDS),
      supply: noticesFor({ path: side.path, accounts, run }),
      onAnswer: ledger.acknowledge,
    });
    if (errors > 0) throw new Error(`${run}: ${errors} errors`);
    const missing = await ledger.settle(() => true, SETTLE_MS);
    await requireStored(run, before, accepted);
    const isMeasured = (number: number) => number >= PER_SECOND * WARM_UP_SECONDS;
    return { ...spreadOf(ledger.delays(isMeasured)), missing };
  });
}

/**
 * Times the way from the bank's 200 to the event in the receiver's hands, against a sender that fires a POST right
 * after its answer and stores nothing of it.
 */
export async function measureEvents(): Promise<Finding> {
  let ledger = new Ledger();
  const start = () => Platform.start("takes", (body, at) => ledger.receive(body, at));
  const platforms = await Promise.all(Array.from({ length: RECEIVERS }, start));
  const urls = platforms.map(({ url }) => url);
  const [told, silent] = await withServer(startTakings, ({ port }) =>
    Promise.all([openSessions(port, urls), openSessions(port, Array(RECEIVERS).fill(undefined))]),
  );
  const receivers = Object.fromEntries(silent.map(({ account }, index) => [account, urls[index]]));
  const bare: Side = {
    name: "bare",
    what: "bare sender: the same statement, then an `undici` POST, nothing stored",
    path: "/",
    start: () => startFloor("sender", { BENCH_RECEIVERS: JSON.stringify(receivers) }),
  };
  const runs: Record<Side["name"], Delays[]> = { ours: [], bare: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const side of round % 2 === 0 ? [OURS, bare] : [bare, OURS]) {
      ledger = new Ledger();
      const sessions = side === OURS ? told : silent;
      const delays = await measure(side, sessions, ledger, `events-${side.name}-${round}`);
      runs[side.name].push(delays);
      say(`round ${round}: events, ${side.name}: p99 ${delays.p99.toFixed(1)} ms, ${delays.missing} missing`);
    }
  }
  await Promise.all(platforms.map((platform) => platform.stop()));
  await forgetEvents();
  return findingOf([bare, OURS], runs);
}

function findingOf(sides: Side[], runs: Record<Side["name"], Delays[]>): Finding {
  const of = (name: Side["name"], read: (one: Delays) => number) => median(runs[name].map(read));
  const missing = runs.ours.reduce((sum, one) => sum + one.missing, 0);
  const p99s = (name: Side["name"]) => runs[name].map(({ p99 }) => p99);
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
