import { BARE, OURS, withServer } from "../baselines/sides";
import { type Spread, spreadOf } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { type Paced, pace } from "../load/pace";
import { Platform } from "../load/platforms";
import { noticesFor } from "../load/request-source";
import { meanOf, type Sample, watch } from "../load/watch";
import { atMost, type Finding, say } from "../report";
import { countStored, openSessions, openSilentSessions, requireStored } from "../setup";

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

/** The bare server at the same rate, for a minute: with events to nobody, and nothing else to do. */
async function bareWindow(perSecond: number, run: string): Promise<Paced> {
  const accounts = (await openSilentSessions(SESSIONS)).map(({ account }) => account);
  const before = await countStored();
  return withServer(BARE.start, async ({ port }) => {
    const supply = noticesFor({ path: BARE.path, accounts, run });
    const warm = await pace({ port, perSecond, count: perSecond * WARM_UP_SECONDS, supply });
    const paced = await pace({ port, perSecond, count: perSecond * BARE_SECONDS, supply });
    await requireStored(run, before, warm.accepted + paced.accepted);
    return paced;
  });
}

interface Run {
  paced: Paced;
  samples: Sample[];
  ledger: Ledger;
  undelivered: number;
}

async function ours({ minutes, perSecond }: Plan): Promise<Run> {
  const ledger = new Ledger();
  const start = () => Platform.start("takes", ledger.receive);
  const platforms = await Promise.all(Array.from({ length: SESSIONS }, start));
  const before = await countStored();
  const run = await withServer(OURS.start, async (server) => {
    const sessions = await openSessions(
      server.port,
      platforms.map(({ url }) => url),
    );
    const { samples, stop } = watch(server, SAMPLE_MS);
    const progress = setInterval(() => tell(samples), 60_000);
    const paced = await pace({
      port: server.port,
      perSecond,
      count: perSecond * 60 * minutes,
      supply: noticesFor({ path: OURS.path, accounts: sessions.map(({ account }) => account), run: "soak" }),
      onAnswer: ledger.acknowledge,
    });
    clearInterval(progress);
    stop();
    const undelivered = await ledger.settle(() => true, SETTLE_MS);
    await requireStored("soak", before, paced.accepted);
    return { paced, samples, ledger, undelivered };
  });
  await Promise.all(platforms.map((platform) => platform.stop()));
  return run;
}

function tell(samples: Sample[]): void {
  const last = samples.at(-1);
  if (last)
    say(
      `${Math.round(last.atSeconds)} s: ${Math.round(last.rssMb)} MB, heap ${Math.round(last.heapMb)} MB, ${last.handles} handles`,
    );
}

/**
 * Runs the product at a steady rate for minutes, its events delivered to receivers meanwhile, with a minute of the bare
 * server before and after. Throws where not exactly what was accepted is stored.
 */
export async function soak(plan: Plan): Promise<Finding> {
  const before = await bareWindow(plan.perSecond, "soak-before");
  say("the bare server's first minute is over");
  const run = await ours(plan);
  const after = await bareWindow(plan.perSecond, "soak-after");
  return findingOf(plan, run, { before, after });
}

function findingOf(
  { minutes, perSecond }: Plan,
  { paced, samples, ledger, undelivered }: Run,
  bare: { before: Paced; after: Paced },
): Finding {
  const product = spreadOf(paced.times);
  const bareBoth = spreadOf([...bare.before.times, ...bare.after.times]);
  const events = spreadOf(ledger.delays(() => true));
  // From the second minute of ten, when caches and pools are warm, to the end; in shorter runs from a fifth on.
  const from = Math.min(120, (minutes * 60) / 5);
  const growth = (read: (sample: Sample) => number) =>
    meanOf(samples, [minutes * 60 - 30, Number.POSITIVE_INFINITY], read) -
    meanOf(samples, [from, from + 30], read);
  const line = (what: string, { count, p50, p99, max }: Spread, errors: number) => [
    ...[what, count, p50, p99, max, errors],
  ];
  return {
    title: `${perSecond}/s for ${minutes} min over ${SESSIONS} sessions, events delivered`,
    head: ["what", "count", "p50 ms", "p99 ms", "max ms", "errors"],
    rows: [
      line(`${BARE.what}, a minute before`, spreadOf(bare.before.times), bare.before.errors),
      line(OURS.what, product, paced.errors),
      line(`${BARE.what}, a minute after`, spreadOf(bare.after.times), bare.after.errors),
      line("from the bank's 200 to the receiver", events, undelivered),
    ],
    bars: [
      atMost("errors", paced.errors, 0),
      atMost("p99 ÷ the bare server's, its two minutes together", product.p99 / bareBoth.p99, 2, " ×"),
      atMost(
        `memory from second ${from} to the end grew by`,
        growth(({ rssMb }) => rssMb),
        50,
        " MB",
      ),
      atMost(
        "of it heap and buffers",
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
