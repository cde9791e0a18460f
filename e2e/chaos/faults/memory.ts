import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Setting } from "../fault";
import { startLoad } from "../load";

const LIMIT_BYTES = 512 * 1024 * 1024;
const HEAP_MB = 256;
const BURST = 8;
const BURST_MS = 2_000;

/** Where control groups of memory are kept, and the files of the two versions. */
const HIERARCHIES = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" },
  { root: "/sys/fs/cgroup", limit: "memory.max", peak: "memory.peak" },
];

/** Makes a control group with the limit; undefined where this machine does not let us. */
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
      // Not ours to write: the other hierarchy, or a limit of the service's own.
    }
  }
  return undefined;
}

function settingOf(): Setting {
  const opened = openGroup();
  if (!opened) {
    return {
      environment: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
      note: `no control group is writable here, so only the service's heap was capped, at ${HEAP_MB} MB`,
    };
  }
  const { group } = opened;
  return {
    // The shell enters the group and becomes the service; the database, its child, is in the group too.
    within: ["sh", "-c", `echo $$ > ${group}/cgroup.procs && exec "$@"`, "sh"],
    note: "service and database together in a control group of 512 MB",
    clear: async () => {
      for (let turn = 0; turn < 50 && readFileSync(`${group}/cgroup.procs`, "utf8") !== ""; turn++)
        await sleep(100);
      rmdirSync(group);
    },
  };
}

/** Little memory, and each round a crowd that pays eight times as fast. */
export const littleMemory: Fault = {
  name: "memory",
  title: "memory capped at 512 MB, with bursts of nine times the load",
  rounds: 5,
  prepare: async () => settingOf(),
  inject: async ({ stage, rate, number }) => {
    const burst = startLoad({ ...stage.loading, run: `burst-${number}` }, BURST * rate);
    await sleep(BURST_MS);
    const endedAt = performance.now();
    await burst.stop();
    return endedAt;
  },
};
