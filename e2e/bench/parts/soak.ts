import { BARE_SERVER, PRODUCT, withServer } from "../baselines/compared-servers";
import { type Paced, pace } from "../load/constant-rate";
import { computePercentiles, type Percentiles } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { Platform } from "../load/platforms";
import { createNotifications } from "../load/request-source";
import { meanOf, sampleUsage, type UsageSample } from "../load/usage-samples";
import { atMost, logProgress, type PartResult } from "../report";
import { assertStored, countStored, createSessions, createSessionsWithoutWebhooks } from "../setup";

const SESSIONS = 20;
const BARE_SECONDS = 60;
const WARM_UP_SECONDS = 5;
const SAMPLE_MS = 10_000;
const SETTLE_MS = 30_000;
/** Connections to the database and to receivers come and go; a leak would be hundreds. */
const HANDLES_SLACK = 16;

interface Plan {
  minutes: number;
  perSecond: number;
}

/** Loads the bare server at the same rate for a minute, without sending events. */
async function measureBareServer(perSecond: number, run: string): Promise<Paced> {
  const accounts = (await createSessionsWithoutWebhooks(SESSIONS)).map(({ account }) => account);
  const before = await countStored();
  return withServer(BARE_SERVER.start, async ({ port }) => {
    const supply = createNotifications({ path: BARE_SERVER.path, accounts });
    const warm = await pace({ port, perSecond, count: perSecond * WARM_UP_SECONDS, supply });
    const paced = await pace({ port, perSecond, count: perSecond * BARE_SECONDS, supply });
    await assertStored(run, before, warm.accepted + paced.accepted);
    return paced;
  });
}

interface Run {
  paced: Paced;
  samples: UsageSample[];
  ledger: Ledger;
  undelivered: number;
}

async function ours({ minutes, perSecond }: Plan): Promise<Run> {
  const ledger = new Ledger();
  const start = () => Platform.start("takes", ledger.receive);
  const platforms = await Promise.all(Array.from({ length: SESSIONS }, start));
  const before = await countStored();
  const run = await withServer(PRODUCT.start, async (server) => {
    const sessions = await createSessions(
      server.port,
      platforms.map(({ url }) => url),
    );
    const { samples, stop } = sampleUsage(server, SAMPLE_MS);
    const progress = setInterval(() => logUsage(samples), 60_000);
    const paced = await pace({
      port: server.port,
      perSecond,
      count: perSecond * 60 * minutes,
      supply: createNotifications({
        path: PRODUCT.path,
        accounts: sessions.map(({ account }) => account),
      }),
      onAnswer: ledger.acknowledge,
    });
    clearInterval(progress);
    stop();
    const undelivered = await ledger.settle(() => true, SETTLE_MS);
    await assertStored("soak", before, paced.accepted);
    return { paced, samples, ledger, undelivered };
  });
  await Promise.all(platforms.map((platform) => platform.stop()));
  return run;
}

function logUsage(samples: UsageSample[]): void {
  const last = samples.at(-1);
  if (last)
    logProgress(
      `${Math.round(last.atSeconds)} s: ${Math.round(last.rssMb)} MB, heap ${Math.round(last.heapMb)} MB, ${last.handles} handles`,
    );
}

/**
 * Runs the product at a constant rate for minutes, with its events delivered to receivers, and the bare server for
 * a minute before and after. Throws if the stored transactions are not exactly the accepted ones.
 */
export async function soak(plan: Plan): Promise<PartResult> {
  const before = await measureBareServer(plan.perSecond, "soak-before");
  logProgress("the bare server's first minute is over");
  const run = await ours(plan);
  const after = await measureBareServer(plan.perSecond, "soak-after");
  return findingOf(plan, run, { before, after });
}

function findingOf(
  { minutes, perSecond }: Plan,
  { paced, samples, ledger, undelivered }: Run,
  bare: { before: Paced; after: Paced },
): PartResult {
  const product = computePercentiles(paced.times);
  const bareBoth = computePercentiles([...bare.before.times, ...bare.after.times]);
  const events = computePercentiles(ledger.delays(() => true));
  // From the second minute of ten, when caches and pools are warm, to the end; in shorter runs from a fifth on.
  const from = Math.min(120, (minutes * 60) / 5);
  const growth = (read: (sample: UsageSample) => number) =>
    meanOf(samples, [minutes * 60 - 30, Number.POSITIVE_INFINITY], read) -
    meanOf(samples, [from, from + 30], read);
  const line = (what: string, { count, p50, p99, max }: Percentiles, errors: number) => [
    ...[what, count, p50, p99, max, errors],
  ];
  return {
    title: `${perSecond}/s for ${minutes} min over ${SESSIONS} sessions, events delivered`,
    head: ["what", "count", "p50 ms", "p99 ms", "max ms", "errors"],
    rows: [
      line(`${BARE_SERVER.what}, a minute before`, computePercentiles(bare.before.times), bare.before.errors),
      line(PRODUCT.what, product, paced.errors),
      line(`${BARE_SERVER.what}, a minute after`, computePercentiles(bare.after.times), bare.after.errors),
      line("from the bank's 200 to the receiver", events, undelivered),
    ],
    bars: [
      atMost("errors", paced.errors, 0),
      atMost("p99 ÷ the bare server's, both minutes", product.p99 / bareBoth.p99, 2, " ×"),
      atMost(
        `memory from second ${from} to the end grew by`,
        growth(({ rssMb }) => rssMb),
        50,
        " MB",
      ),
      atMost(
        "heap and buffers",
        growth(({ heapMb }) => heapMb),
        50,
        " MB",
      ),
      atMost(
        "open handles grew by",
        growth(({ handles }) => handles),
        HANDLES_SLACK,
      ),
      atMost("undelivered", undelivered, 0),
    ],
  };
}
