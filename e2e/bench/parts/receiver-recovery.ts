import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { PRODUCT, withServer } from "../baselines/compared-servers";
import { pace } from "../load/constant-rate";
import { computePercentiles } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { Platform } from "../load/platforms";
import { createNotifications } from "../load/request-source";
import { atMost, formatNumber, logProgress, type PartResult } from "../report";
import { assertStored, countStored, createSessions, failPendingEvents } from "../setup";

/** The failing receiver gets as many events a second as its four neighbours together. */
const PER_SECOND = 40;
const NEIGHBOURS = 4;
const DRAIN_SECONDS = 120;
const SETTLE_MS = 30_000;

const isOfTheOne = (number: number) => number % 2 === 0;

interface Outcome {
  ledger: Ledger;
  /** The number of the first notification after the receiver recovered. */
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
  const missing = await withServer(PRODUCT.start, async ({ port }) => {
    const [ofTheOne, ...others] = await createSessions(port, [one.url, ...neighbours.map(({ url }) => url)]);
    const accounts = others.flatMap(({ account }) => [ofTheOne?.account ?? "", account]);
    const paced = pace({
      port,
      perSecond: PER_SECOND,
      count: backFrom + PER_SECOND * DRAIN_SECONDS,
      supply: createNotifications({ path: PRODUCT.path, accounts }),
      onAnswer: ledger.acknowledge,
    });
    await sleep(outageSeconds * 1000);
    await one.behave("takes");
    backAt = performance.now();
    logProgress(`the receiver is back: ${ledger.missing(isOfTheOne)} events wait for it`);
    const { accepted, errors } = await paced;
    if (errors > 0) throw new Error(`recovery: ${errors} errors`);
    await assertStored("comeback", before, accepted);
    return ledger.settle(() => true, SETTLE_MS);
  });
  await Promise.all([one, ...neighbours].map((platform) => platform.stop()));
  await failPendingEvents();
  return { ledger, backFrom, backAt, missing };
}

/**
 * Makes one of five receivers refuse for some time and then recover. Measures how fast the backlog is delivered,
 * and whether it delays new events to its neighbours or itself. Throws if a notification fails.
 */
export async function measureReceiverRecovery(outageSeconds: number): Promise<PartResult> {
  const { ledger, backFrom, backAt, missing } = await run(outageSeconds);
  const waited = (number: number) => isOfTheOne(number) && number < backFrom;
  const { first, last } = ledger.arrivals(waited);
  const neighbours = computePercentiles(ledger.delays((number) => !isOfTheOne(number)));
  // The recovery is detected by the breaker's next attempt; from then on the backlog must not delay new events.
  const isKnown = ledger.acknowledgedAfter(first);
  const isNew = (number: number) => isOfTheOne(number) && number >= backFrom;
  const before = computePercentiles(ledger.delays((number) => isNew(number) && !isKnown(number)));
  const own = computePercentiles(ledger.delays((number) => isNew(number) && isKnown(number)));
  const seconds = (at: number) => (at - backAt) / 1000;
  const bars = [
    atMost("complete backlog delivered after", seconds(last), DRAIN_SECONDS, " s"),
    atMost("longest delay of a new event of another receiver", neighbours.max, 1_000, " ms"),
    atMost("longest delay of its own new event after its recovery is detected", own.max, 1_000, " ms"),
    atMost("undelivered", missing, 0),
  ];
  return {
    title: `A receiver back after ${outageSeconds / 60} min at ${PER_SECOND / 2}/s`,
    head: ["what", "events", "p50 ms", "p99 ms", "max ms"],
    rows: [
      [
        `what waited: the first came after ${formatNumber(seconds(first))} s, the last after ${formatNumber(seconds(last))} s`,
        ...[ledger.delays(waited).length, "–", "–", "–"],
      ],
      ["new events of the other receivers", neighbours.count, neighbours.p50, neighbours.p99, neighbours.max],
      [
        "its own new events, until its recovery is detected",
        before.count,
        before.p50,
        before.p99,
        before.max,
      ],
      ["its own new events afterwards", own.count, own.p50, own.p99, own.max],
    ],
    bars,
  };
}
