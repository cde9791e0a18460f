import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/errors/assert";
import { withServer } from "../../baselines/compared-servers";
import { startTakings } from "../../baselines/start";
import { pace } from "../../load/constant-rate";
import { computePercentiles, median, type Percentiles } from "../../load/latencies";
import { createNotifications } from "../../load/request-source";
import { atMost, logProgress, type PartResult } from "../../report";
import { assertStored, BANK_PATH, countStored, createSessions } from "../../setup";

const NON_READERS = 4_096;
const ADDRESSES = 96;
const PER_SECOND = 50;
const SECONDS = 12;
const ROUNDS = 3;
const SETTLE_MS = 3_000;
const STATIC = ".next/static";

/** The largest and the median of the public static files. */
function filesToAskFor(): string[] {
  const files = readdirSync(STATIC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.js$/.test(file),
  );
  const sizes = files.map((file) => ({ file, size: statSync(path.join(STATIC, file)).size }));
  sizes.sort((a, b) => b.size - a.size);
  const chosen = [sizes[0], sizes[Math.floor(sizes.length / 2)]];
  return chosen.map((one) => `/_next/static/${assertDefined(one, "the build has scripts").file}`);
}

/** Sends notifications at a constant rate over new and kept-alive connections. Throws if one is not acknowledged. */
async function notify(port: number, account: string, run: string): Promise<Percentiles> {
  const before = await countStored();
  const supply = createNotifications({ path: BANK_PATH, accounts: [account] });
  const { times, accepted, errors } = await pace({
    port,
    perSecond: PER_SECOND,
    count: PER_SECOND * SECONDS,
    supply,
  });
  if (errors > 0) throw new Error(`${run}: ${errors} notifications were not acknowledged`);
  await assertStored(run, before, accepted);
  return computePercentiles(times);
}

/**
 * Thousands of clients from many addresses request large responses and read nothing, while banks send
 * notifications.
 */
export async function measureNonReaders(): Promise<PartResult> {
  const alone: Percentiles[] = [];
  const beside: Percentiles[] = [];
  await withServer(startTakings, async ({ port }) => {
    const [session] = await createSessions(port, [undefined]);
    const { account } = assertDefined(session, "one was asked for");
    for (let round = 1; round <= ROUNDS; round++) {
      alone.push(await notify(port, account, `alone-${round}`));
      const args = [port, ...filesToAskFor(), NON_READERS, ADDRESSES].map(String);
      const attack = fork("e2e/bench/non-readers.mjs", args);
      await once(attack, "message");
      await sleep(SETTLE_MS);
      beside.push(await notify(port, account, `beside-${round}`));
      attack.kill("SIGKILL");
      await once(attack, "exit");
      await sleep(SETTLE_MS);
      logProgress(
        `round ${round}: p99 ${alone.at(-1)?.p99.toFixed(1)} ms alone, ${beside.at(-1)?.p99.toFixed(1)} ms beside`,
      );
    }
  });
  const row = (what: string, spreads: Percentiles[]) => [
    what,
    median(spreads.map(({ p50 }) => p50)),
    median(spreads.map(({ p99 }) => p99)),
    Math.max(...spreads.map(({ max }) => max)),
  ];
  return {
    title: `${PER_SECOND} notifications a second beside ${NON_READERS} clients of ${ADDRESSES} addresses that read nothing`,
    head: ["notifications", "p50 ms", "p99 ms", "max ms"],
    rows: [row("alone", alone), row("beside the non-readers", beside)],
    bars: [atMost("p99 with them", median(beside.map(({ p99 }) => p99)), 100, " ms")],
  };
}
