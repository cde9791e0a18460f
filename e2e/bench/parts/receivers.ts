import { PRODUCT, withServer } from "../baselines/compared-servers";
import { pace } from "../load/constant-rate";
import { computePercentiles } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { Platform, type ReceiverBehaviour } from "../load/platforms";
import { createNotifications } from "../load/request-source";
import { atMost, type PartResult } from "../report";
import { assertStored, countStored, createSessions, failPendingEvents } from "../setup";

const PER_SECOND = 100;
const SECONDS = 30;
const SETTLE_MS = 15_000;
const BAD: ReceiverBehaviour[] = ["hangs", "refuses", "fails", "drips"];
/** One receiver in ten is healthy; the others have the four kinds of failure in turn. */
const BEHAVIOURS: ReceiverBehaviour[] = Array.from({ length: 60 }, (_, index) =>
  index % 10 === 0 ? "takes" : (BAD[index % BAD.length] ?? "fails"),
);

/**
 * Sends events to sixty receivers, of which six are healthy, and measures those six. Throws if a notification
 * fails.
 */
export async function measureReceivers(): Promise<PartResult> {
  const ledger = new Ledger();
  const platforms = await Promise.all(
    BEHAVIOURS.map((behaviour) => Platform.start(behaviour, ledger.receive)),
  );
  const isHealthy = (number: number) => BEHAVIOURS[number % BEHAVIOURS.length] === "takes";
  const before = await countStored();
  const { missing, acknowledged } = await withServer(PRODUCT.start, async ({ port }) => {
    const sessions = await createSessions(
      port,
      platforms.map(({ url }) => url),
    );
    const accounts = sessions.map(({ account }) => account);
    const { accepted, errors, times } = await pace({
      port,
      perSecond: PER_SECOND,
      count: PER_SECOND * SECONDS,
      supply: createNotifications({ path: PRODUCT.path, accounts }),
      onAnswer: ledger.acknowledge,
    });
    if (errors > 0) throw new Error(`receivers: ${errors} errors`);
    await assertStored("receivers", before, accepted);
    return { missing: await ledger.settle(isHealthy, SETTLE_MS), acknowledged: computePercentiles(times) };
  });
  await Promise.all(platforms.map((platform) => platform.stop()));
  await failPendingEvents();
  const healthy = computePercentiles(ledger.delays(isHealthy));
  return {
    title: `${PER_SECOND}/s over 60 receivers, of which 54 hang, refuse, answer 500 or drip`,
    head: ["what", "events", "p50 ms", "p99 ms", "max ms", "lost"],
    rows: [
      ["the 6 healthy receivers", String(healthy.count), healthy.p50, healthy.p99, healthy.max, missing],
      ["the bank's acknowledgement meanwhile", "–", acknowledged.p50, acknowledged.p99, acknowledged.max, 0],
    ],
    bars: [
      atMost("the healthy receivers' p99", healthy.p99, 1_000, " ms"),
      atMost("undelivered to the healthy receivers", missing, 0),
    ],
  };
}
