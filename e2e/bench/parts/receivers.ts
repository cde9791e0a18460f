import { OURS, withServer } from "../baselines/sides";
import { spreadOf } from "../load/latencies";
import { Ledger } from "../load/ledger";
import { pace } from "../load/pace";
import { type Manner, Platform } from "../load/platforms";
import { noticesFor } from "../load/request-source";
import { atMost, type Finding } from "../report";
import { countStored, forgetEvents, openSessions, requireStored } from "../setup";

const PER_SECOND = 100;
const SECONDS = 30;
const SETTLE_MS = 15_000;
const BAD: Manner[] = ["hangs", "refuses", "fails", "drips"];
/** Every tenth of the sixty is healthy; the others share the four ways to be bad. */
const MANNERS: Manner[] = Array.from({ length: 60 }, (_, index) =>
  index % 10 === 0 ? "takes" : (BAD[index % BAD.length] ?? "fails"),
);

/** Sends events to sixty receivers of which six are healthy, and times those six. Throws where a notice fails. */
export async function measureReceivers(): Promise<Finding> {
  const ledger = new Ledger();
  const platforms = await Promise.all(MANNERS.map((manner) => Platform.start(manner, ledger.receive)));
  const isHealthy = (number: number) => MANNERS[number % MANNERS.length] === "takes";
  const before = await countStored();
  const { missing, acknowledged } = await withServer(OURS.start, async ({ port }) => {
    const sessions = await openSessions(
      port,
      platforms.map(({ url }) => url),
    );
    const accounts = sessions.map(({ account }) => account);
    const { accepted, errors, times } = await pace({
      port,
      perSecond: PER_SECOND,
      count: PER_SECOND * SECONDS,
      supply: noticesFor({ path: OURS.path, accounts, run: "receivers" }),
      onAnswer: ledger.acknowledge,
    });
    if (errors > 0) throw new Error(`receivers: ${errors} errors`);
    await requireStored("receivers", before, accepted);
    return { missing: await ledger.settle(isHealthy, SETTLE_MS), acknowledged: spreadOf(times) };
  });
  await Promise.all(platforms.map((platform) => platform.stop()));
  await forgetEvents();
  const healthy = spreadOf(ledger.delays(isHealthy));
  return {
    title: `${PER_SECOND}/s over 60 receivers, of which 54 hang, refuse, answer 500 or drip`,
    head: ["what", "events", "p50 ms", "p99 ms", "max ms", "lost"],
    rows: [
      ["the 6 healthy receivers", String(healthy.count), healthy.p50, healthy.p99, healthy.max, missing],
      ["the bank's acknowledgement meanwhile", "–", acknowledged.p50, acknowledged.p99, acknowledged.max, 0],
    ],
    bars: [
      atMost("the healthy receivers' p99", healthy.p99, 1_000, " ms"),
      atMost("lost by the healthy receivers", missing, 0),
    ],
  };
}
