import { PRODUCT, withServer } from "../baselines/compared-servers";
import { pace } from "../load/constant-rate";
import { computePercentiles, median } from "../load/latencies";
import { createNotifications } from "../load/request-source";
import { atMost, logProgress, type PartResult } from "../report";
import { assertStored, countStored, createSessionsWithoutWebhooks } from "../setup";

const ROUNDS = 3;
const NOTIFICATIONS = 1_000;
const CLAIM = "time from the last sent to the last acknowledged";

async function burst(account: string, run: string) {
  const before = await countStored();
  return withServer(PRODUCT.start, async ({ port }) => {
    const supply = createNotifications({
      path: PRODUCT.path,
      accounts: [account],
      prepared: NOTIFICATIONS,
    });
    const paced = await pace({
      port,
      perSecond: NOTIFICATIONS,
      count: NOTIFICATIONS,
      supply,
      connections: NOTIFICATIONS,
    });
    if (paced.errors > 0) throw new Error(`${run}: ${paced.errors} errors`);
    await assertStored(run, before, paced.accepted);
    return { tailMs: paced.tailMs, ...computePercentiles(paced.times) };
  });
}

/**
 * Sends a thousand notifications for one session within one second to a server that has just started, three times.
 * Throws on any error.
 */
export async function measureBurst(): Promise<PartResult> {
  const [session] = await createSessionsWithoutWebhooks(1);
  const runs = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const one = await burst(session?.account ?? "", `burst-${round}`);
    runs.push(one);
    logProgress(`round ${round}: burst: the last is acknowledged after ${one.tailMs.toFixed(1)} ms`);
  }
  return {
    title: `${NOTIFICATIONS} notifications for one session within one second`,
    head: ["run", "p50 ms", "p99 ms", "max ms", `${CLAIM}, ms`],
    rows: runs.map(({ p50, p99, max, tailMs }, index) => [index + 1, p50, p99, max, tailMs]),
    bars: [atMost(CLAIM, median(runs.map(({ tailMs }) => tailMs)), 1_000, " ms")],
  };
}
