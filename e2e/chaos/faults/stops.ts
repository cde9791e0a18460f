import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/assert";
import { OutsideCluster } from "../cluster";
import type { Fault } from "../fault";
import { familyOf, postmasterOf, signalAll } from "../processes";

const FREEZE_MS = 15_000;
/** How long an outside database is away: a restart for a changed setting, and one that takes its time. */
const AWAY_MS = [0, 6_000] as const;

/** SIGTERM under load, once or, as a group's comes, twice; it drains, ends with 0, and is started again. */
export const terminate: Fault = {
  name: "sigterm",
  title: "SIGTERM under load, then started again",
  rounds: 5,
  inject: async ({ stage: { service }, number }) => {
    await service.terminate(1 + (number % 2));
    return service.start();
  },
};

/** The database answers nobody for fifteen seconds, as when its disk hangs, and then goes on. */
export const freeze: Fault = {
  name: "freeze",
  title: "the database frozen for 15 s",
  rounds: 5,
  inject: async ({ stage }) => {
    const postmaster = assertDefined(
      postmasterOf(stage.clusterDirectory()),
      "the database runs when a round begins",
    );
    const family = familyOf(postmaster).map(({ pid }) => pid);
    signalAll(family, "SIGSTOP");
    try {
      await sleep(FREEZE_MS);
    } finally {
      signalAll(family, "SIGCONT");
    }
    return performance.now();
  },
};

let cluster: OutsideCluster | undefined;

/** An outside database is restarted by whoever runs it, fast or slowly in turn. */
export const restartOutside: Fault = {
  name: "restart-outside",
  title: "restart of an outside database, at once and after 6 s",
  rounds: 5,
  prepare: async ({ folder }) => {
    const opened = await OutsideCluster.open(`${folder}/outside`);
    cluster = opened;
    return {
      settings: opened.settings,
      clusterDirectory: opened.directory,
      clear: () => opened.stop(),
    };
  },
  inject: async ({ number }) => {
    const outside = assertDefined(cluster, "it was prepared");
    await outside.stop();
    await sleep(AWAY_MS[number % AWAY_MS.length]);
    await outside.start();
    return performance.now();
  },
};
