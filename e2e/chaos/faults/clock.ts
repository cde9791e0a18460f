import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Violation } from "../checks";
import type { Fault } from "../fault";
import type { Inbox } from "../inbox";
import { ExternalCluster } from "../system/cluster";

const LIBRARIES = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib64/faketime/libfaketime.so.1",
  "/usr/lib/faketime/libfaketime.so.1",
];
const STEPS = ["+2d", "-1d"];
const STEP_MS = 3_000;
/** A flaky receiver causes many retries; a retry storm is more than this. */
const MAX_SEEN = 25;

let clock = "";

/** Two days forward, then a day behind the true time, while the service and its database run. */
export const clockSteps: Fault = {
  name: "clock",
  title: "the clock 2 days forward, then 1 day back",
  rounds: 5,
  impossible: () => (LIBRARIES.some(existsSync) ? undefined : "libfaketime is not installed"),
  prepare: async ({ folder }) => {
    clock = path.join(folder, "clock");
    writeFileSync(clock, "+0\n", { mode: 0o644 });
    const environment = {
      LD_PRELOAD: assertDefined(LIBRARIES.find(existsSync), "it was looked for"),
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: "1",
      // A step of the system clock does not affect the monotonic clock.
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_RESET: "1",
    };
    const cluster = await ExternalCluster.open(path.join(folder, "outside"), environment);
    return {
      settings: cluster.settings,
      environment,
      clusterDirectory: cluster.directory,
      isClockTrue: false,
      clear: () => cluster.stop(),
    };
  },
  inject: async () => {
    for (const step of STEPS) {
      writeFileSync(clock, `${step}\n`);
      await sleep(STEP_MS);
    }
    return performance.now();
  },
  inspect: ({ inbox }) => storms(inbox),
};

function storms(inbox: Inbox): Violation[] {
  return [...inbox.receipts]
    .filter(([, { seen }]) => seen > MAX_SEEN)
    .map(([id, { seen }]) => ({ check: "storm of retries", evidence: `${id} was sent ${seen} times` }));
}
