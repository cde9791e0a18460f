import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, FaultSetup } from "../fault";
import { startLoad } from "../load";

const LIMIT_BYTES = 512 * 1024 * 1024;
const HEAP_MB = 256;
const BURST = 8;
const BURST_MS = 2_000;

/** The mount points of the memory control groups, and the files of the two versions. */
const HIERARCHIES = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" },
  { root: "/sys/fs/cgroup", limit: "memory.max", peak: "memory.peak" },
];

/** Creates a control group with the limit; undefined if this machine does not permit it. */
function openGroup() {
  for (const { root, limit, peak } of HIERARCHIES) {
    const group = path.join(root, `takings-chaos-${process.pid}`);
    try {
      mkdirSync(group);
      if (existsSync(path.join(group, limit))) {
        writeFileSync(path.join(group, limit), String(LIMIT_BYTES));
        return { group, peak: path.join(group, peak) };
      }
      rmdirSync(group);
    } catch {
      // Not writable: the other hierarchy, or a limit of the service's own.
    }
  }
  return undefined;
}

function settingOf(): FaultSetup {
  const opened = openGroup();
  if (!opened) {
    return {
      environment: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
      note: `no control group is writable here, so only the service's heap was capped, at ${HEAP_MB} MB`,
    };
  }
  const { group } = opened;
  return {
    // The shell enters the group and becomes the service, so that its child, the database, is in the group too.
    within: ["sh", "-c", `echo $$ > ${group}/cgroup.procs && exec "$@"`, "sh"],
    note: "service and database together in a control group of 512 MB",
    clear: async () => {
      for (let turn = 0; turn < 50 && readFileSync(`${group}/cgroup.procs`, "utf8") !== ""; turn++)
        await sleep(100);
      rmdirSync(group);
    },
  };
}

/** Little memory, with a payment rate eight times as high in each round. */
export const lowMemory: Fault = {
  name: "memory",
  title: "memory capped at 512 MB, with bursts of nine times the load",
  rounds: 5,
  prepare: async () => settingOf(),
  inject: async ({ system, rate, number }) => {
    const burst = startLoad({ ...system.loadTarget, run: `burst-${number}` }, BURST * rate);
    await sleep(BURST_MS);
    const endedAt = performance.now();
    await burst.stop();
    return endedAt;
  },
};
