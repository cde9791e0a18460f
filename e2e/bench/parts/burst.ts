import { OURS, withServer } from "../baselines/sides";
import { median, spreadOf } from "../load/latencies";
import { pace } from "../load/pace";
import { noticesFor } from "../load/request-source";
import { atMost, type Finding, say } from "../report";
import { countStored, openSilentSessions, requireStored } from "../setup";

const ROUNDS = 3;
const NOTICES = 1_000;
const CLAIM = "last acknowledged after the last was sent";

async function burst(account: string, run: string) {
  const before = await countStored();
  return withServer(OURS.start, async ({ port }) => {
    const supply = noticesFor({ path: OURS.path, accounts: [account], run, prepared: NOTICES });
    const paced = await pace({ port, perSecond: NOTICES, count: NOTICES, supply, connections: NOTICES });
    if (paced.errors > 0) throw new Error(`${run}: ${paced.errors} errors`);
    await requireStored(run, before, paced.accepted);
    return { tailMs: paced.tailMs, ...spreadOf(paced.times) };
  });
}

/**
 * Sends a thousand notices for one session within one second to a server that has only just started, three times.
 * Throws at any error.
 */
export async function measureBurst(): Promise<Finding> {
  const [session] = await openSilentSessions(1);
  const runs = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const one = await burst(session?.account ?? "", `burst-${round}`);
    runs.push(one);
    say(`round ${round}: burst: the last is acknowledged after ${one.tailMs.toFixed(1)} ms`);
  }
  return {
    title: `${NOTICES} notices for one session inside one second`,
    head: ["run", "p50 ms", "p99 ms", "max ms", `${CLAIM}, ms`],
    rows: runs.map(({ p50, p99, max, tailMs }, index) => [index + 1, p50, p99, max, tailMs]),
    bars: [atMost(CLAIM, median(runs.map(({ tailMs }) => tailMs)), 1_000, " ms")],
  };
}
