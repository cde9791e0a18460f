import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Fault } from "../fault";
import { ExternalCluster } from "../system/cluster";
import { listProcessTree, postmasterOf, signalAll } from "../system/processes";

const FREEZE_MS = 15_000;
/** How long an external database is down: a restart for a changed setting, and a slow one. */
const AWAY_MS = [0, 6_000] as const;

/**
 * SIGTERM under load, once or, as for a process group, twice; the service drains, exits with 0, and is started
 * again.
 */
export const terminate: Fault = {
  name: "sigterm",
  title: "SIGTERM under load, then a restart",
  rounds: 5,
  inject: async ({ system: { service }, number }) => {
    await service.terminate(1 + (number % 2));
    return service.start();
  },
};

/** The database does not respond for fifteen seconds, as with a stalled disk, and then continues. */
export const freezeDatabase: Fault = {
  name: "freeze",
  title: "the database frozen for 15 s",
  rounds: 5,
  inject: async ({ system }) => {
    const postmaster = assertDefined(
      postmasterOf(system.clusterDirectory()),
      "the database runs when a round begins",
    );
    const family = listProcessTree(postmaster).map(({ pid }) => pid);
    signalAll(family, "SIGSTOP");
    try {
      await sleep(FREEZE_MS);
    } finally {
      signalAll(family, "SIGCONT");
    }
    return performance.now();
  },
};

let cluster: ExternalCluster | undefined;

/** An external database is restarted by its operator, fast and slowly in turn. */
export const restartExternalDatabase: Fault = {
  name: "restart-outside",
  title: "restart of an external database, immediate and with 6 s downtime",
  rounds: 5,
  prepare: async ({ folder }) => {
    const opened = await ExternalCluster.open(`${folder}/outside`);
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
