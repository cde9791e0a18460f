import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { OURS, withServer } from "../baselines/sides";
import { spreadOf } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { pace } from "../load/pace";
import { Platform } from "../load/platforms";
import { noticesFor } from "../load/request-source";
import { atMost, type Finding, figure, say } from "../report";
import { countStored, forgetEvents, openSessions, requireStored } from "../setup";

/** For the one that is down as many events a second as for its four neighbours together. */
const PER_SECOND = 40;
const NEIGHBOURS = 4;
const DRAIN_SECONDS = 120;
const SETTLE_MS = 30_000;

const isOfTheOne = (number: number) => number % 2 === 0;

interface Outcome {
  ledger: Ledger;
  /** The number of the first notice after the receiver came back. */
  backFrom: number;
  backAt: number;
  missing: number;
}

async function run(outageSeconds: number): Promise<Outcome> {
  const ledger = new Ledger();
  const one = await Platform.start("refuses", ledger.receive);
  const start = () => Platform.start("takes", ledger.receive);
  const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, start));
  const before = await countStored();
  const backFrom = PER_SECOND * outageSeconds;
  let backAt = 0;
  const missing = await withServer(OURS.start, async ({ port }) => {
    const [ofTheOne, ...others] = await openSessions(port, [one.url, ...neighbours.map(({ url }) => url)]);
    const accounts = others.flatMap(({ account }) => [ofTheOne?.account ?? "", account]);
    const paced = pace({
      port,
      perSecond: PER_SECOND,
      count: backFrom + PER_SECOND * DRAIN_SECONDS,
      supply: noticesFor({ path: OURS.path, accounts, run: "comeback" }),
      onAnswer: ledger.acknowledge,
    });
    await sleep(outageSeconds * 1000);
    await one.behave("takes");
    backAt = performance.now();
    say(`the receiver is back: ${ledger.missing(isOfTheOne)} events wait for it`);
    const { accepted, errors } = await paced;
    if (errors > 0) throw new Error(`comeback: ${errors} errors`);
    await requireStored("comeback", before, accepted);
    return ledger.settle(() => true, SETTLE_MS);
  });
  await Promise.all([one, ...neighbours].map((platform) => platform.stop()));
  await forgetEvents();
  return { ledger, backFrom, backAt, missing };
}

/**
 * Has one of five receivers refuse for so long, and come back: how fast what waited is delivered, and whether new
 * events are held up by it, its neighbours' and its own. Throws where a notice fails.
 */
export async function measureComeback(outageSeconds: number): Promise<Finding> {
  const { ledger, backFrom, backAt, missing } = await run(outageSeconds);
  const waited = (number: number) => isOfTheOne(number) && number < backFrom;
  const { first, last } = ledger.arrivals(waited);
  const neighbours = spreadOf(ledger.delays((number) => !isOfTheOne(number)));
  // Nobody knows that it is back before the breaker's next try; from then on the backlog must hold up nothing new.
  const isKnown = ledger.acknowledgedAfter(first);
  const isNew = (number: number) => isOfTheOne(number) && number >= backFrom;
  const before = spreadOf(ledger.delays((number) => isNew(number) && !isKnown(number)));
  const own = spreadOf(ledger.delays((number) => isNew(number) && isKnown(number)));
  const seconds = (at: number) => (at - backAt) / 1000;
  const bars = [
    atMost("all that waited delivered after", seconds(last), DRAIN_SECONDS, " s"),
    atMost("longest way of a neighbour's new event", neighbours.max, 1_000, " ms"),
    atMost("longest way of a new event of its own, once it is known to be back", own.max, 1_000, " ms"),
    atMost("undelivered", missing, 0),
  ];
  return {
    title: `A receiver back after ${outageSeconds / 60} min at ${PER_SECOND / 2}/s`,
    head: ["what", "events", "p50 ms", "p99 ms", "max ms"],
    rows: [
      [
        `what waited: the first came after ${figure(seconds(first))} s, the last after ${figure(seconds(last))} s`,
        ...[ledger.delays(waited).length, "–", "–", "–"],
      ],
      [
        "new events of its neighbours, all the time",
        neighbours.count,
        neighbours.p50,
        neighbours.p99,
        neighbours.max,
      ],
      ["its own new events, until it is known to be back", before.count, before.p50, before.p99, before.max],
      ["its own new events from then on", own.count, own.p50, own.p99, own.max],
    ],
    bars,
  };
}
